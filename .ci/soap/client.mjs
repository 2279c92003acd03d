// The soap module of node, with every description of the endpoint:
//
//	node client.mjs URL SUBSCRIPTION
//
// Prints the account and the order that each upgrade made.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import soap from 'soap'

const secret = 'demo-secret'
const [url, subscription] = process.argv.slice(2)

// The parameters of an upgrade but for the session.
function parameters (style, account) {
  const wrapped = list => style === 'document' ? list : { item: list }
  return {
    Items: wrapped([{
      SubscriptionReference: subscription,
      UpgradeProductCode: 'STUDIO-TEAM-1Y',
      Quantity: '2',
      PricingOptions: wrapped([{ Code: 'five-users' }, { Code: 'priority-support' }])
    }]),
    ExtraDiscount: { Value: '10', Type: 'PERCENT' },
    ExtraMargin: { Value: '0.5', Type: 'FIXED' },
    ExternalReferenceNumber: `注文-${account}`,
    Comment: 'Zoë & <Søren> “10 €”'
  }
}

async function fault (call) {
  try {
    await call()
  } catch (error) {
    return error.root?.Envelope?.Body?.Fault?.faultcode ?? error
  }
  return 'no fault'
}

for (const style of ['rpc', 'document', 'request']) {
  const account = `node-${style}`
  const client = await soap.createClientAsync(`${url}?wsdl=${style}`)
  const date = new Date().toISOString().slice(0, 19).replace('T', ' ')
  const hash = createHmac('sha256', secret).update(`${account.length}${account}${date.length}${date}`).digest('hex')
  const [answer] = await client.loginAsync({ merchantCode: account, date, hash, algorithm: 'sha256' })
  const text = value => value?.$value ?? value // of an element with attributes
  const asked = parameters(style, account)
  const call = async sessionID => {
    const all = style === 'request' ? { sessionID, request: asked } : { sessionID, ...asked }
    const [answer] = await client.upgradePartnerSubscriptionsAsync(all)
    return answer.upgradePartnerSubscriptionsReturn
  }

  assert.equal(await fault(() => call('wrong')), 'FORBIDDEN', style)
  const result = await call(text(answer.loginReturn))
  const reasons = style === 'document' ? result.OrderLockReason : result.OrderLockReason.item
  assert.deepEqual(
    [result.Status, [reasons].flat(), Number(result.TotalAmount), result.Currency, Number(result.TotalSubscriptionsNumber)],
    ['AWAITING_PAYMENT', ['UNPAID_PROFORMA'], 1133.5, 'EUR', 1], style)
  assert.equal(await fault(() => call(text(answer.loginReturn))), 'INVALID_SUBSCRIPTION', style)
  console.log(account, result.RefNo)
}
