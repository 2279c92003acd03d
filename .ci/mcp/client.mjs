// The dialogue of a coding agent, with the client of the TypeScript SDK:
//
//	node client.mjs PROGRAM URL
//
// It finds out why the last call was refused, makes the next one FORBIDDEN, and
// verifies that. The calls of the commerce interface are made by fetch.

import assert from 'node:assert/strict'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const [program, url] = process.argv.slice(2)
const agent = new Client({ name: 'checks', version: '1' })
await agent.connect(new StdioClientTransport({ command: program, args: ['mcp', '--url', url] }))

const call = async (name, args = {}) => {
  const result = await agent.callTool({ name, arguments: args })
  assert.equal(result.isError ?? false, false, `${name}: ${result.content[0].text}`)
  return JSON.parse(result.content[0].text)
}
const refusal = async (name, args) => {
  const result = await agent.callTool({ name, arguments: args })
  assert.equal(result.isError, true, name)
  return result.content[0].text
}

const { tools } = await agent.listTools()
assert.ok(tools.length > 0 && tools.length <= 26, `${tools.length} tools`)
for (const tool of tools) assert.ok(tool.description.length < 300, tool.name)

const { account } = await call('open_account', { clock: '2026-10-09T12:00:00Z' })
const { rows: handles } = await call('list_handles', { account, kind: 'customer' })
const customer = handles.find(handle => handle.name === 'customer-regular').ids.CustomerReference
const customerOrders = async reference => {
  const signed = await call('sign_call', { account, path: `/orders/customer/?CustomerReference=${reference}` })
  const [name, value] = signed.header.split(/: (.*)/s)
  return (await fetch(signed.url, { headers: { accept: 'application/json', [name]: value } })).status
}

assert.equal(await customerOrders('none'), 400)
const why = await call('explain_call', { account })
assert.deepEqual([why.code, why.cause, why.failed_checks[0].given], ['INVALID_CUSTOMER', 'client', 'none'])
assert.match(why.notice, /not instructions/)

await call('activate_scenario', { account, name: 'FORBIDDEN', times: 1 })
assert.deepEqual([await customerOrders(customer), await customerOrders(customer)], [403, 200])
const forbidden = await call('explain_call', { account, id: 'latest_refused' })
assert.deepEqual([forbidden.code, forbidden.cause, forbidden.without_the_scenario.status], ['FORBIDDEN', 'scenario', 200])
const verified = await call('verify_calls', { account, q: 'operation:customer-orders code:FORBIDDEN', count: 1 })
assert.equal(verified.verified, true, verified.message)

assert.match(await refusal('activate_scenario', { account, name: 'slwo' }), /did you mean slow\?/)
assert.match(await refusal('activate_scenario', { account, nam: 'slow' }), /unknown argument "nam"; known: account, name, times, for; name is required/)

const { resources } = await agent.listResources()
const { resourceTemplates } = await agent.listResourceTemplates()
assert.ok(resources.some(resource => resource.uri === 'sandbox://guide/start.md') && resourceTemplates.length === 4)
const { contents } = await agent.readResource({ uri: 'sandbox://scenarios/slow' })
assert.match(contents[0].text, /delay: 2s/)
const { prompts } = await agent.listPrompts()
assert.equal(prompts.length, 2)

await call('delete_account', { account })
await agent.close()
console.log(`TypeScript SDK: ${tools.length} tools, ${resources.length} resources, the dialogue passed`)
