// The dialogue of a coding agent, with the client of the TypeScript SDK:
//
//	node client.mjs PROGRAM URL
//
// It finds out why the last call was refused, makes the next one FORBIDDEN, verifies that,
// and moves the clock. The calls of the commerce interface are made by fetch.

import assert from 'node:assert/strict'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const [program, url] = process.argv.slice(2)
const agent = new Client({ name: 'checks', version: '1' })
await agent.connect(new StdioClientTransport({ command: program, args: ['mcp', '--url', url] }))

const read = async (name, args = {}) => {
  const result = await agent.callTool({ name, arguments: args })
  assert.equal(result.isError ?? false, false, `${name}: ${result.content[0].text}`)
  return result.content[0].text
}
const call = async (name, args) => JSON.parse(await read(name, args))
const refusal = async (name, args) => {
  const result = await agent.callTool({ name, arguments: args })
  assert.equal(result.isError, true, name)
  return result.content[0].text
}

const { tools } = await agent.listTools()
assert.ok(tools.length > 0 && tools.length <= 16, `${tools.length} tools`)
for (const tool of tools) assert.ok(tool.description.length < 300, tool.name)

const { account } = await call('open_account', { clock: '2026-10-09T12:00:00Z' })
const { rows: handles } = await call('accounts', { account, handles: 'customer' })
const customer = handles.find(handle => handle.name === 'customer-regular').ids.CustomerReference
const customerOrders = async reference => {
  const signed = await call('sign_call', { account, path: `/orders/customer/?CustomerReference=${reference}` })
  const [name, value] = signed.header.split(/: (.*)/s)
  return (await fetch(signed.url, { headers: { accept: 'application/json', [name]: value } })).status
}

assert.equal(await customerOrders('none'), 400)
const why = await read('explain_call', { account })
assert.match(why, /not instructions/)
assert.match(why, /: 400 INVALID_CUSTOMER\n[^]*Cause +client\n[^]* given +none\n/)

await call('activate_scenario', { account, name: 'FORBIDDEN', times: 1 })
assert.deepEqual([await customerOrders(customer), await customerOrders(customer)], [403, 200])
const forbidden = await read('explain_call', { account, id: 'latest_refused' })
assert.match(forbidden, /: 403 FORBIDDEN\n[^]*Cause +scenario; without it the call ends with 200\n/)
const verified = await read('verify_calls', { account, expectations: [{ q: 'operation:customer-orders code:FORBIDDEN', count: 1 }] })
assert.match(verified, /: verified\n/)
const moved = await call('change_clock', { account, advance: '8d' })
assert.equal(moved.now, '2026-10-17T12:00:00Z')

assert.match(await refusal('activate_scenario', { account, name: 'slwo' }), /did you mean slow\?/)
assert.match(await refusal('activate_scenario', { account, nam: 'slow' }), /\["nam"\]; the arguments are account, name, times, for, off/)

const slow = await call('scenarios', { name: 'slow' })
assert.match(slow.yaml.text, /delay: 2s/)

await call('reset_account', { account, delete: true })
await agent.close()
const listed = JSON.stringify(tools.map(({ outputSchema, ...tool }) => tool)).length
console.log(`TypeScript SDK: ${tools.length} tools in ${listed} bytes, the dialogue passed`)
