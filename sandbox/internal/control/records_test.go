package control_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestRecords lists records page by page and shows each.
func TestRecords(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"GET", "/accounts/DEMO/customers?limit=1&offset=1", ``, 200,
			`{"customers":[{"AvangateCustomerReference":410002,"ExternalCustomerReference":"CRM-1","FirstName":"Ariel","LastName":"Reed","Company":"Lindgren Works","FiscalCode":null,"Address1":"59 Fork","Address2":null,"City":"Parma","State":null,"Zip":"43121","CountryCode":"it","Phone":"5550177","Fax":null,"Email":"ariel.reed.410002@example.test","Enabled":true,"Trial":false,"Language":"it","sandbox":{"handles":["customer-with-one-order"]}}],"total":60}`},
		{"GET", "/accounts/DEMO/customers/410009", ``, 200,
			`{"AvangateCustomerReference":410009,"ExternalCustomerReference":"CRM-OVERSEAS","FirstName":"Consuelo","LastName":"Reynolds","Company":"Rosenbaum Works","FiscalCode":null,"Address1":"82 Ville","Address2":null,"City":"Portland","State":"Oregon","Zip":"97201","CountryCode":"us","Phone":"5550169","Fax":null,"Email":"consuelo.reynolds.410009@example.test","Enabled":true,"Trial":false,"Language":"en","sandbox":{"handles":["customer-overseas"]}}`},
		{"GET", "/accounts/DEMO/customers/410010", ``, 404,
			`{"error":"unknown customer \"410010\"","hint":"did you mean 410001, 410002 or 410003?"}`},
		{"GET", "/accounts/DEMO/customers?offset=60", ``, 200,
			`{"customers":[],"total":60}`},
		{"GET", "/accounts/DEMO/subscriptions?limit=1", ``, 200,
			`{"subscriptions":[{"reference":"00PXDGEQ84","customer":null,"partner":"SOUTHGATE","order":"200042349","product":"STUDIO-TEAM-1Y","quantity":1,"pricing_options":[],"upgradable":false,"why_not":"cannot be upgraded; its product is STUDIO-TEAM-1Y","upgrade_products":[],"start_date":"2026-02-09 00:45:34","expiration_date":"2027-02-09 00:45:34","enabled":true,"sandbox":{"handles":[]}}],"total":213}`},
		{"GET", "/accounts/DEMO/subscriptions/{subscription-upgradable.SubscriptionReference}", ``, 200,
			`{"reference":"EY0YYRPPT4","customer":null,"partner":"NORTHWIND","order":"100000701","product":"STUDIO-BASIC-1Y","quantity":1,"pricing_options":["five-users"],"upgradable":true,"upgrade_products":["STUDIO-PRO-1Y","STUDIO-TEAM-1Y"],"start_date":"2026-08-10 12:07:11","expiration_date":"2027-08-10 12:07:11","enabled":true,"sandbox":{"handles":["subscription-upgradable"]}}`},
		{"GET", "/accounts/DEMO/products?limit=1", ``, 200,
			`{"products":[{"code":"BACKUP-1Y","name":"Backup","short_description":"Yearly storage plan","prices":{"EUR":29.95,"GBP":25.99,"USD":32.95},"pricing_options":[{"code":"one-terabyte","group":"STORAGE","percent":0},{"code":"ten-terabytes","group":"STORAGE","percent":150}],"months":12,"tangible":false,"upgrade_products":[],"sandbox":{"handles":["product-not-upgradable"]}}],"total":12}`},
		{"GET", "/accounts/DEMO/products/STUDIO-PRO", ``, 404,
			`{"error":"unknown product \"STUDIO-PRO\"","hint":"did you mean STUDIO-PRO-1M or STUDIO-PRO-1Y?"}`},
		{"GET", "/accounts/DEMO/partners?limit=2", ``, 200,
			`{"partners":[{"code":"WESTLINE","name":"Westline Resellers","currency":"USD","margin_percent":30,"sandbox":{"handles":["partner-west"]}},{"code":"NORTHWIND","name":"Northwind Software Retail","currency":"EUR","margin_percent":25,"sandbox":{"handles":["partner-north"]}}],"total":3}`},
		{"GET", "/accounts/DEMO/campaigns?limit=1", ``, 200,
			`{"campaigns":[{"Code":"016f9a01-d528-7a61-8c8e-3ea4c7f401aa","Name":"Always something off storage","StartDate":null,"EndDate":null,"DisplayForManualRenewals":false,"Enabled":true,"Discount":{"Type":"PERCENT","Value":5},"PrimaryProduct":{"Code":"BACKUP-1Y","Quantity":0,"PriceOptions":[]},"RecommendedProduct":{"Code":"STUDIO-BASIC-1Y","Quantity":1,"PriceOptions":[]},"Description":[],"sandbox":{"standing":"running","texts":[],"warnings":[{"kind":"language_missing","message":"the campaign has no text in any language"}],"handles":["campaign-without-dates"]}}],"total":35}`},
		{"GET", "/accounts/DEMO/campaigns?limit=0", ``, 200,
			`{"campaigns":[],"total":35}`},
		{"GET", "/accounts/DEMO/campaigns/{campaign-percent.upsellCode}", ``, 200,
			`{"Code":"016f9a01-b5e8-75b4-91a0-bd4a9e89b434","Name":"Fifteen percent off the office","StartDate":"2026-07-11","EndDate":null,"DisplayForManualRenewals":true,"Enabled":true,"Discount":{"Type":"PERCENT","Value":15},"PrimaryProduct":{"Code":"SHIELD-HOME-1Y","Quantity":0,"PriceOptions":[]},"RecommendedProduct":{"Code":"SHIELD-OFFICE-1Y","Quantity":1,"PriceOptions":[]},"Description":[{"Language":"en","Text":"Protect everyone in the office."}],"sandbox":{"standing":"running","texts":[{"language":"en","text":"Protect everyone in the office."}],"warnings":[],"handles":["campaign-percent"]}}`},
		{"GET", "/accounts/DEMO/orders?limit=-1", ``, 400,
			`{"error":"limit must be a whole number from 0 to 10000, got \"-1\"","hint":"without it, limit is 100 and offset 0"}`},
		{"GET", "/accounts/DEMO/orders?offset=x", ``, 400,
			`{"error":"offset must be a whole number from 0 to 2147483647, got \"x\"","hint":"without it, limit is 100 and offset 0"}`},
		{"GET", "/accounts/DEMO/orders?offset=x&limit=y", ``, 400,
			`{"error":"limit must be a whole number from 0 to 10000, got \"y\"","hint":"without it, limit is 100 and offset 0"}`},
		{"GET", "/accounts/DEMO/orders?ofset=1", ``, 400,
			`{"error":"unknown query name \"ofset\"","hint":"did you mean offset?"}`},
		{"GET", "/accounts/DEMO/orders/10003155", ``, 404,
			`{"error":"unknown order \"10003155\"","hint":"did you mean 100031545, 100038555 or 100037153?"}`},
	})
}

// TestRecordLists lists records by queries and sorts, and in short.
func TestRecordLists(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	play(t, s, []step{
		{"GET", "/accounts/DEMO/orders?view=line&q=handle:order-refund", ``, 200,
			`{"orders":[{"reference":"100029442","date":"2026-10-06 12:00:00","status":"REFUND","approval":"OK","customer":410008,"name":"Ida Moreau","total":"58.80 EUR","handles":["order-refund"]}],"total":1}`},
		{"GET", "/accounts/DEMO/orders?view=line&sort=-total&limit=2", ``, 200,
			`{"orders":[{"reference":"200099739","date":"2026-07-18 19:19:34","status":"REVERSED","approval":"FRAUD","customer":500006,"name":"Jessica Mason","total":"1512.00 EUR","external":"EXT-000143"},{"reference":"200094860","date":"2026-07-05 19:48:16","status":"COMPLETE","approval":"OK","customer":500010,"name":"Jadon Burns","total":"1464.00 EUR","external":"EXT-000136"}],"total":284}`},
		{"GET", "/accounts/DEMO/campaigns?view=line&q=warning:expired&limit=1", ``, 200,
			`{"campaigns":[{"code":"016f9a01-cd58-7270-bc12-56e32db602a4","name":"Last season, Basic to Pro","standing":"expired","start":"2026-03-23","end":"2026-09-19","discount":"40 %","primary":"STUDIO-BASIC-1Y","recommended":"STUDIO-PRO-1Y","texts":0,"warnings":2,"handles":["campaign-ended"]}],"total":9}`},
		{"GET", "/accounts/DEMO/customers?view=line&q=name:*Reynolds&limit=1", ``, 200,
			`{"customers":[{"reference":410009,"external":"CRM-OVERSEAS","name":"Consuelo Reynolds","company":"Rosenbaum Works","email":"consuelo.reynolds.410009@example.test","country":"us","language":"en","enabled":true,"handles":["customer-overseas"]}],"total":1}`},
		{"GET", "/accounts/DEMO/subscriptions?view=line&q=upgradable:true&sort=expiration&limit=1", ``, 200,
			`{"subscriptions":[{"reference":"4C9A14PD9C","partner":"SOUTHGATE","order":"200069423","product":"STUDIO-BASIC-1Y","quantity":2,"start":"2026-04-25 18:16:09","expiration":"2027-04-25 18:16:09","enabled":true,"upgradable":true}],"total":11}`},
		{"GET", "/accounts/DEMO/products?view=line&sort=-name&limit=1&offset=1", ``, 200,
			`{"products":[{"code":"STUDIO-TEAM-1Y","name":"Studio Team","prices":"240.00 EUR, 205.00 GBP, 265.00 USD","months":12,"handles":["product-team"]}],"total":12}`},
		{"GET", "/accounts/DEMO/partners?view=line&q=currency:eur", ``, 200,
			`{"partners":[{"code":"NORTHWIND","name":"Northwind Software Retail","currency":"EUR","margin":"25","handles":["partner-north"]},{"code":"SOUTHGATE","name":"Southgate Licences","currency":"EUR","margin":"20","handles":["partner-south"]}],"total":2}`},
		{"GET", "/accounts/DEMO/partners?q=currency:eur", ``, 200,
			`{"partners":[{"code":"NORTHWIND","name":"Northwind Software Retail","currency":"EUR","margin_percent":25,"sandbox":{"handles":["partner-north"]}},{"code":"SOUTHGATE","name":"Southgate Licences","currency":"EUR","margin_percent":20,"sandbox":{"handles":["partner-south"]}}],"total":2}`},
		{"GET", "/accounts/DEMO/orders?q=stauts:REFUND", ``, 400,
			`{"error":"unknown field \"stauts\" at column 1","hint":"nearest: status"}`},
		{"GET", "/accounts/DEMO/orders?q=status:REFUNDED", ``, 400,
			`{"error":"unknown status \"REFUNDED\" at column 8","hint":"did you mean REFUND?"}`},
		{"GET", "/accounts/DEMO/orders?sort=-totl", ``, 400,
			`{"error":"unknown sort \"totl\"","hint":"did you mean total?"}`},
		{"GET", "/accounts/DEMO/orders?view=short", ``, 400,
			`{"error":"unknown view \"short\"","hint":"view=line shows short rows; without it, rows are whole"}`},
		{"GET", "/query?kind=partners", ``, 200,
			`{"kind":"partners","fields":[{"name":"code","kind":"word","meaning":"code of the partner, or a handle such as @NAME","values":[],"examples":[]},{"name":"name","kind":"word","meaning":"name","values":[],"examples":[]},{"name":"currency","kind":"word","meaning":"what the partner is invoiced in","values":[],"examples":[]},{"name":"margin","kind":"number","meaning":"percent of the net price","values":[],"examples":[]},{"name":"handle","kind":"word","meaning":"names that the world gives it","values":[],"examples":[]},{"name":"text","kind":"text","meaning":"any text of the record","values":[],"examples":[]}]}`},
	})
}
