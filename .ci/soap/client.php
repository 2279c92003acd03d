<?php
// PHP's SoapClient, with every description of the endpoint and with none:
//
//	php client.php URL SUBSCRIPTION
//
// Prints the account and the order that each upgrade made.

const SECRET = 'demo-secret';

[, $url, $subscription] = $argv;

function check(string $what, mixed $got, mixed $want): void
{
    if ($got !== $want) {
        fwrite(STDERR, "PHP: $what: got " . var_export($got, true) . ', want ' . var_export($want, true) . "\n");
        exit(1);
    }
}

/** The parameters of an upgrade but for the session. */
function parameters(string $account, string $subscription): array
{
    return [
        'Items' => [[
            'SubscriptionReference' => $subscription, 'UpgradeProductCode' => 'STUDIO-TEAM-1Y', 'Quantity' => '2',
            'PricingOptions' => [['Code' => 'five-users'], ['Code' => 'priority-support']],
        ]],
        'ExtraDiscount' => ['Value' => '10', 'Type' => 'PERCENT'],
        'ExtraMargin' => ['Value' => '0.5', 'Type' => 'FIXED'],
        'ExternalReferenceNumber' => "注文-$account",
        'Comment' => 'Zoë & <Søren> “10 €”',
    ];
}

/** Calls by position, as merchants do, but for document, which has one part. */
function upgrade(SoapClient $client, string $style, string $session, array $parameters): object|array
{
    return match ($style) {
        'document' => $client->upgradePartnerSubscriptions(['sessionID' => $session] + $parameters)->upgradePartnerSubscriptionsReturn,
        'request' => $client->upgradePartnerSubscriptions($session, $parameters),
        'nowsdl' => $client->upgradePartnerSubscriptions($session, (object) $parameters),
        default => $client->upgradePartnerSubscriptions($session, ...array_values($parameters)),
    };
}

function fault(callable $call): array
{
    try {
        $call();
    } catch (SoapFault $fault) {
        return [$fault->faultcode, $fault->getMessage() !== '', isset($fault->detail)];
    }
    return ['no fault', false, false];
}

$clients = [
    'rpc' => ["$url?wsdl", []],
    'rpc-12' => ["$url?wsdl", ['soap_version' => SOAP_1_2]],
    'document' => ["$url?wsdl=document", []],
    'request' => ["$url?wsdl=request", []],
    'nowsdl' => [null, ['location' => $url, 'uri' => 'urn:commerce-sandbox:6.0']],
    'nowsdl-arrays' => [null, ['location' => $url, 'uri' => 'urn:anything']],
];
foreach ($clients as $name => [$wsdl, $options]) {
    $style = preg_replace('/-.*/', '', $name);
    $account = "PHP-$name";
    $client = new SoapClient($wsdl, $options + ['cache_wsdl' => WSDL_CACHE_NONE, 'exceptions' => true]);
    $date = gmdate('Y-m-d H:i:s');
    $hash = hash_hmac('sha256', strlen($account) . $account . strlen($date) . $date, SECRET);
    $session = $style === 'document'
        ? $client->login(['merchantCode' => $account, 'date' => $date, 'hash' => $hash, 'algorithm' => 'sha256'])->loginReturn
        : $client->login($account, $date, $hash, 'sha256');
    $parameters = parameters($account, $subscription);
    $call = fn (string $session) => upgrade($client, $name === 'nowsdl-arrays' ? 'rpc' : $style, $session, $parameters);

    check("$name: a wrong session", fault(fn () => $call('wrong')), ['FORBIDDEN', true, true]);
    $result = (object) $call($session);
    check("$name: Status", $result->Status, 'AWAITING_PAYMENT');
    check("$name: OrderLockReason", current((array) ($result->OrderLockReason->item ?? $result->OrderLockReason)), 'UNPAID_PROFORMA');
    check("$name: TotalAmount", (string) $result->TotalAmount, '1133.50');
    check("$name: Currency", $result->Currency, 'EUR');
    check("$name: TotalSubscriptionsNumber", (int) $result->TotalSubscriptionsNumber, 1);
    check("$name: a second upgrade", fault(fn () => $call($session)), ['INVALID_SUBSCRIPTION', true, true]);
    echo "$account $result->RefNo\n";
}
