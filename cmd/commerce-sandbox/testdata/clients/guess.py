"""Clients with a mistake that only another answer or another day shows, by name, and mended."""
import datetime, hashlib, hmac, json, os, re, sys, time, urllib.error, urllib.request

os.environ["TZ"] = "Europe/Berlin"
time.tzset()
rest, soap = os.environ["COMMERCE_REST"], os.environ["COMMERCE_SOAP"]
now = datetime.datetime.fromisoformat(os.environ["COMMERCE_NOW"].replace("Z", "+00:00"))
if abs(now.timestamp() - time.time()) < 3600:  # today is an ordinary day, whichever it is
    now = datetime.datetime(2026, 6, 15, 12, tzinfo=datetime.timezone.utc)
mended = sys.argv[2:] == ["mended"]
day = datetime.timedelta(days=1)


def signed():
    code, date = os.environ["COMMERCE_VENDOR_CODE"], time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
    return code, date, hmac.new(os.environ["COMMERCE_SECRET"].encode(), f"{len(code)}{code}{len(date)}{date}".encode(), hashlib.sha256).hexdigest()


def call(method, path, body=None):
    code, date, digest = signed()
    request = urllib.request.Request(rest + path, method=method, data=body and json.dumps(body).encode(), headers={
        "Accept": "application/json", "X-Service-Authentication": f'code="{code}" date="{date}" hash="{digest}" algo="sha256"'})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as e:
        return e.code, None


def post(text):
    envelope = f'<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>{text}</e:Body></e:Envelope>'
    try:
        with urllib.request.urlopen(urllib.request.Request(soap, data=envelope.encode(), headers={"Content-Type": "text/xml"})) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as e:
        return e.read().decode()


def login():
    code, date, digest = signed()
    answer = post(f"<login><merchantCode>{code}</merchantCode><date>{date}</date><hash>{digest}</hash></login>")
    return re.search("<loginReturn[^>]*>([^<]+)", answer)[1]


def search():
    status, page = call("GET", "/orders/?Limit=10&Newer=200")
    return status, page["Items"]


def create(start):
    return call("POST", "/upsell", {"Name": "Summer", "Enabled": True, "DisplayForManualRenewals": True, "StartDate": start,
                                    "Discount": {"Type": "PERCENT", "Value": 10}, "PrimaryProduct": {"Code": "A"}, "RecommendedProduct": {"Code": "B"}})[0]


def status_201_only():
    status, _ = search()
    return 200 <= status < 300 if mended else status == 201


def missing_key():
    first = search()[1][0]
    order = call("GET", f"/orders/{first['RefNo']}/")[1]
    key = "GiftDetails"
    return (order.get(key) if mended else order[key]) is None


def totals_trusted():
    orders = search()[1]
    total = 0
    for order in orders:
        total += (call("GET", f"/orders/{order['RefNo']}/")[1] if mended else order)["GrossPrice"]
    return abs(total - sum(call("GET", f"/orders/{order['RefNo']}/")[1]["GrossPrice"] for order in orders)) < 0.01


def session_for_ever():
    session = login()
    for _ in range(8):
        answer = post(f"<upgradePartnerSubscriptions><sessionID>{session}</sessionID><Items></Items></upgradePartnerSubscriptions>")
        if "FORBIDDEN" in answer and mended:
            session = login()
        elif "FORBIDDEN" in answer:
            return False
    return True


def local_midnight():
    today = (now if mended else now.astimezone()).date()
    search()
    return today == now.date()


def yesterday_by_subtraction():
    search()
    today = now.astimezone()
    yesterday = today.date() - day if mended else (now - day).astimezone().date()
    return yesterday == today.date() - day


def thirty_days_a_month():
    search()
    following = now.month % 12 + 1
    end = now.date() + 30 * day
    while mended and end.month != following:
        end -= day
    return end.month == following


def a_leap_year_too_many():
    tomorrow = str(now.date() + day)
    if now.year % 4 == 0 and (now.month, now.day) == (2, 28) and not mended:
        tomorrow = f"{now.year}-02-29"
    return create(tomorrow) == 201


sys.exit(0 if globals()[sys.argv[1]]() else 1)
