"""Clients as teams write them, by name: each makes a campaign or reads orders."""
import hashlib, hmac, json, os, sys, threading, time, urllib.error, urllib.request

rest, kept = os.environ["COMMERCE_REST"], sys.argv[2]


def call(method, path, body=None, timeout=None):
    """Returns the status, 0 when there was no answer."""
    code, date = os.environ["COMMERCE_VENDOR_CODE"], time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
    digest = hmac.new(os.environ["COMMERCE_SECRET"].encode(), f"{len(code)}{code}{len(date)}{date}".encode(), hashlib.sha256).hexdigest()
    request = urllib.request.Request(rest + path, method=method, data=body and json.dumps(body).encode(), headers={
        "Accept": "application/json", "X-Service-Authentication": f'code="{code}" date="{date}" hash="{digest}" algo="sha256"'})
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            answer.read()
            return answer.status
    except urllib.error.HTTPError as e:
        return e.code
    except OSError:
        return 0


def create(name="Summer"):
    return call("POST", "/upsell", {"Name": name, "Enabled": True, "DisplayForManualRenewals": True, "Discount": {"Type": "PERCENT", "Value": 10},
                                    "PrimaryProduct": {"Code": "A"}, "RecommendedProduct": {"Code": "B"}})


def repeated(act, wait=0.0):
    """Acts until it succeeds, three times at most."""
    for _ in range(3):
        status = act()
        if 200 <= status < 300:
            return 0
        time.sleep(wait)
    return 1


def must(status):
    return 0 if 200 <= status < 300 else 1


def run():
    """Returns the number of this run of the command, from 1."""
    with open(kept, "a+") as file:
        file.write("x")
        return file.tell()


def doubles(*runs):
    create()
    if run() in runs:
        create()
    return 0


def workers(wait):
    results = []
    work = [threading.Thread(target=lambda name=name: results.append(repeated(lambda: create(name), wait))) for name in "ABC"]
    for one in work:
        one.start()
    for one in work:
        one.join()
    return max(results)


def hasty_and_fails():
    if must(create()) == 0:
        return 0
    create()
    return 1


def keeps_a_session():
    if not os.path.exists(kept):
        with open(kept, "w") as file:
            file.write(os.environ["COMMERCE_VENDOR_CODE"])
    with open(kept) as file:
        mine = file.read() == os.environ["COMMERCE_VENDOR_CODE"]
    return must(call("GET", "/orders/")) if mine else 1


name = f"Campaign {time.time_ns()}"
sys.exit({
    "hasty read": lambda: repeated(lambda: call("GET", "/orders/")),
    "hasty write": lambda: repeated(create),
    "hasty and fails": hasty_and_fails,
    "patient": lambda: must(call("GET", "/orders/", timeout=0.1)) and must(call("GET", "/orders/")),
    "without a timeout": lambda: must(call("GET", "/orders/")),
    "random name": lambda: repeated(lambda: create(name), 0.06),
    "flaky": lambda: doubles(3),
    "flaky, seen twice": lambda: doubles(3, 5),
    "workers": lambda: workers(0.06),
    "keeps a session": keeps_a_session,
}[sys.argv[1]]())
