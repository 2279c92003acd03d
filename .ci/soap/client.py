"""Python's zeep, with every description of the endpoint:

    python3 client.py URL SUBSCRIPTION

Prints the account and the order that each upgrade made.
"""

import datetime
import hashlib
import hmac
import sys
from decimal import Decimal

import zeep

SECRET = b"demo-secret"


def check(what, got, want):
    if got != want:
        sys.exit(f"zeep: {what}: got {got!r}, want {want!r}")


def parameters(style, account, subscription):
    """The parameters of an upgrade but for the session."""
    options = [{"Code": "five-users"}, {"Code": "priority-support"}]
    items = [{
        "SubscriptionReference": subscription, "UpgradeProductCode": "STUDIO-TEAM-1Y", "Quantity": "2",
        "PricingOptions": options if style == "document" else {"item": options},
    }]
    return {
        "Items": items if style == "document" else {"item": items},
        "ExtraDiscount": {"Value": "10", "Type": "PERCENT"},
        "ExtraMargin": {"Value": "0.5", "Type": "FIXED"},
        "ExternalReferenceNumber": "注文-" + account,
        "Comment": "Zoë & <Søren> “10 €”",
    }


def fault(call):
    try:
        call()
    except zeep.exceptions.Fault as f:
        return f.code, bool(f.message), f.detail is not None
    return "no fault", False, False


def run(url, subscription, style):
    account = "zeep-" + style
    client = zeep.Client(url + "?wsdl=" + style)
    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S")
    signed = f"{len(account)}{account}{len(date)}{date}".encode()
    session = client.service.login(account, date, hmac.new(SECRET, signed, hashlib.sha256).hexdigest(), "sha256")
    asked = parameters(style, account, subscription)

    def call(session):
        if style == "request":
            return client.service.upgradePartnerSubscriptions(session, asked)
        return client.service.upgradePartnerSubscriptions(session, **asked)

    check(style + ": a wrong session", fault(lambda: call("wrong")), ("FORBIDDEN", True, True))
    result = call(session)
    reasons = result["OrderLockReason"]
    got = (
        result["Status"], list(reasons if style == "document" else reasons["item"]), result["TotalAmount"],
        result["Currency"], result["TotalSubscriptionsNumber"],
    )
    check(style, got, ("AWAITING_PAYMENT", ["UNPAID_PROFORMA"], Decimal("1133.50"), "EUR", 1))
    check(style + ": a second upgrade", fault(lambda: call(session)), ("INVALID_SUBSCRIPTION", True, True))
    print(account, result["RefNo"])


for described in ("rpc", "document", "request"):
    run(sys.argv[1], sys.argv[2], described)
