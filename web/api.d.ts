// The types of the control interface, made from sandbox/client and the routes.
// Do not change them here; run: go test ./sandbox/internal/control -run TestDescribed -update

/** Rows under their plural, with the number that there are, listed or not. */
export type List<Plural extends string, Row> = { [name in Plural]: Row[] } & { total: number };

/** About describes a sandbox and its addresses. */
export interface About {
  /** names the process; another one after a restart */
  instance: string;
  version: string;
  /** when the process started, on the machine's clock */
  started: string;
  /** vendor code of the account it was started with */
  first: string;
  /** id of the event that happened last; a stream can go on after it */
  last: string;
  addresses: Addresses;
  limits: AboutLimits;
  faults: Faults;
  /** DroppedLines is how many lines of the log were not written, because nobody read it. */
  dropped_log_lines: number;
}

/** AboutLimits are how much a sandbox keeps. */
export interface AboutLimits {
  accounts: number;
  /** of an account */
  snapshots: number;
  /** of the users' own */
  scenarios: number;
  /** at a time */
  streams: number;
  /** of an account */
  journal_entries: number;
  /** of a call's request or answer */
  journal_body_bytes: number;
  /** of all calls of an account */
  journal_account_bytes: number;
  /** of all accounts */
  journal_bytes: number;
}

/** Accepted is a result accepted by a team. */
export interface Accepted {
  schedule: string;
  result: "wrong-in-silence" | "hung" | "stormed" | "rests-on-a-guess" | "fails-on-a-day" | "needs-the-date" | "not-repeatable" | "failed-and-left" | "failed-in-the-open" | "recovered" | "not-reached";
  reason: string;
}

/** AccountChange changes settings of an account; null ones stay. At least one is required. */
export interface AccountChange {
  /** whether calls are answered as usual, and store nothing */
  discard_writes?: boolean;
  /** the run that the account belongs to, "" for none */
  run?: string;
  /** the name of its test, "" for none */
  label?: string;
  /** by flag */
  features?: Record<string, boolean>;
  /** answers by open question, absent for the one of the start flags */
  assume?: Record<string, string | null>;
}

/** AccountCounts are how much an account has. */
export interface AccountCounts {
  records: RecordCounts;
  snapshots: number;
}

/** AccountEvent reports an opened, changed or deleted account. */
export interface AccountEvent {
  account: string;
  /** ChangeOpened, ChangeSettings or ChangeDeleted */
  change: "activated" | "spent" | "ended" | "created" | "changed" | "saved" | "deleted" | "reloaded" | "opened" | "settings";
}

/** AccountSecret is the secret of an account. */
export interface AccountSecret {
  secret: string;
}

/** AccountState is an account as the control interface shows it. */
export interface AccountState {
  vendor_code: string;
  /** whether the sandbox was started with it */
  first: boolean;
  /** the name of its test */
  label?: string;
  /** the run that it belongs to */
  run?: string;
  /** address of its own port, empty for none */
  port?: string;
  /** vendor code of the account at whose port it was opened */
  owner?: string;
  /** how long it stays without a call, such as 1h; empty for --account-ttl */
  ttl?: string;
  /** masked, except by Open */
  secret: string;
  world: string;
  /** of the world's data, ids and chance */
  seed: number;
  /** when its records were seeded, on its clock */
  seeded_at: string;
  clock: Clock;
  /** by flag */
  features: Record<string, boolean>;
  /** answers by open question, without the default answers */
  assume: Record<string, string>;
  /** active, the latest first */
  scenarios: string[];
  /** scenarios of this account alone, active or not */
  own?: string[];
  /** base address (section 9) */
  rest_url: string;
  soap_url: string;
  wsdl_url: string;
  /** since the journal was cleared, dropped ones included */
  calls: number;
  /** of these, not answered with a success */
  refused: number;
  /** absent when the journal has none */
  last_call?: EntryLine;
  /** whether its calls store nothing */
  discard_writes?: boolean;
  /** whether records came in with the data of people */
  personal_data?: boolean;
  /** of one account only, because a list would count all records */
  counts?: AccountCounts;
}

/** Activation is a scenario that is active for an account. */
export interface Activation {
  name: string;
  summary: string;
  /** whether a start flag of the sandbox activated it */
  baseline: boolean;
  /** whether it is a scenario of this account alone */
  own?: boolean;
  /** calls matched by one of its rules */
  matched: number;
  /** affected calls */
  affected: number;
  /** calls it can still affect; null for no limit */
  remaining: number | null;
  /** when it ends; null for no limit */
  until: string | null;
  /** why it has no effect at present */
  error?: string;
  /** in words, rules of earlier scenarios that do not act beside it */
  overrules?: string[];
}

/** ActivationLimits say when a scenario ends by itself. The zero value has no limit. */
export interface ActivationLimits {
  /** after so many affected calls */
  times?: number;
  /** after so long on the machine's clock; in JSON as text, such as 2h */
  for?: string;
}

/** AddedRecord is a record added by a world fragment. */
export interface AddedRecord {
  /** such as order */
  kind: string;
  id: string;
}

/** AdditionalField is a custom question of the shop and its answer. Its code has letters, digits, underscores and hyphens. */
export interface AdditionalField {
  Code: string;
  Text: string;
  Value: string;
}

/** Addresses are where the interfaces answer, as the caller reaches them. */
export interface Addresses {
  control: string;
  /** base address (section 9) */
  rest: string;
  soap: string;
  wsdl: string;
}

/** Affiliate names the affiliate behind the order. */
export interface Affiliate {
  AffiliateCode: string | null;
  AffiliateSource: string | null;
  AffiliateName: string | null;
  AffiliateUrl: string | null;
}

/** Amount is money in a currency (ISO 4217, upper case). */
export interface Amount {
  Currency: string;
  Amount: number;
}

/** AnsweredQuestion is an open question with the answer of an account. */
export interface AnsweredQuestion {
  id: string;
  /** of the documentation, several joined by ", ", or all */
  section: string;
  question: string;
  /** the default, in prose */
  answer: string;
  /** how certain the answer is, such as known or chosen */
  basis: string;
  /** whether an account can choose the answer */
  has_choice: boolean;
  /** the default among the choices */
  default?: string;
  choices?: Choice[];
  /** what code does that does not depend on the answer */
  advice?: string;
  /** the calls to the service whose recording shows its answer, empty when none does */
  shown_by?: string;
  /** whether any positive duration is an answer too */
  duration?: boolean;
  /** empty when the question has no choice */
  chosen?: string;
}

/** Authorize3DS is the form for a shopper's browser to send. */
export interface Authorize3DS {
  Href: string;
  Method: string;
  Params: Record<string, string> | null;
}

/** BillingDetails describe the payer. */
export interface BillingDetails {
  FiscalCode: string | null;
  TaxOffice: string | null;
  Phone: string | null;
  FirstName: string | null;
  LastName: string | null;
  Company: string | null;
  Email: string | null;
  Address1: string | null;
  Address2: string | null;
  City: string | null;
  Zip: string | null;
  /** two letters, lower case */
  CountryCode: string | null;
  State: string | null;
}

/** BodyDifference is a place where two bodies differ. The values are as the bodies spell them, cut when they are long; null stands for an absent value. */
export interface BodyDifference {
  /** such as Items[Code=A-1].Price, "" for the whole body */
  path: string;
  change: "changed" | "added" | "removed" | "order" | "spelling";
  a: string | null;
  b: string | null;
}

/** ByHand lists the changes beside the calls of an account: by a person or a program through the control interface, or by a scenario. */
export interface ByHand {
  /** when the account was opened or reset, its calls were deleted, or too many records changed at once; earlier changes are not kept */
  since?: string;
  /** what happened then */
  why?: string;
  total: number;
  /** changes without room */
  lost?: number;
  /** the newest first */
  changes: HandChange[];
}

/** CallUnderWay is a call that was admitted and is not over yet. */
export interface CallUnderWay {
  /** its entry will have it */
  id: string;
  protocol: string;
  operation?: string;
  method: string;
  /** credentials masked */
  uri: string;
  wall_time: string;
  /** one line for people, such as POST /upsell, since 1.4 s (held by scenario slow for 1.4 s) */
  text: string;
  /** in words, empty while it is carried out */
  waits_for?: string;
  waits_since?: string;
  /** that makes it wait; the call goes on when it is deactivated */
  scenario?: string;
}

/** CampaignChange is a change of a campaign, in the names of the interface. Absent fields change nothing; Discount and Description are replaced as a whole. */
export interface CampaignChange {
  Name?: string;
  /** Y-m-d, or null in JSON for none */
  StartDate?: string;
  /** likewise */
  EndDate?: string;
  DisplayForManualRenewals?: boolean;
  Enabled?: boolean;
  Discount?: Record<string, unknown>;
  PrimaryProduct?: Record<string, unknown>;
  RecommendedProduct?: Record<string, unknown>;
  Description?: Record<string, unknown>[];
}

/** CampaignLine is a campaign in short. */
export interface CampaignLine {
  code: string;
  name: string;
  standing: "disabled" | "upcoming" | "running" | "expired";
  /** Y-m-d, empty for none */
  start?: string;
  /** likewise */
  end?: string;
  /** such as 15 % or 5.00 EUR */
  discount: string;
  /** product code */
  primary: string;
  /** product code */
  recommended: string;
  /** languages with a text */
  texts: number;
  warnings?: number;
  /** those that find room */
  handles?: string[];
}

/** CampaignNotes are what the sandbox adds to a campaign. */
export interface CampaignNotes {
  standing: "disabled" | "upcoming" | "running" | "expired";
  /** its Description with the markers filled */
  texts: CampaignText[];
  /** what a merchant may not have meant */
  warnings: Warning[];
  /** that name the campaign */
  handles: string[];
}

/** CampaignOrigin names the campaign and the parent product of an item. */
export interface CampaignOrigin {
  CampaignCode: string;
  ParentCode: string;
}

/** The records, each in the names of the interface where it has them, beside the sandbox's own. */
export interface CampaignRecord {
  /** UUID made by the shop */
  Code: string;
  Name: string;
  /** null: from now (open question campaign-absent) */
  StartDate: string | null;
  /** null: until disabled */
  EndDate: string | null;
  DisplayForManualRenewals: boolean;
  Enabled: boolean;
  Discount: Discount;
  PrimaryProduct: ProductRef;
  RecommendedProduct: ProductRef;
  Description: Localized[] | null;
  sandbox: CampaignNotes;
}

/** CampaignText is a text in one language, as a buyer reads it. */
export interface CampaignText {
  language: string;
  text: string;
}

/** CampaignTurn is how many campaigns get another standing. */
export interface CampaignTurn {
  from: "disabled" | "upcoming" | "running" | "expired";
  to: "disabled" | "upcoming" | "running" | "expired";
  count: number;
}

/** Card is a paying card without its secret digits. */
export interface Card {
  FirstDigits: string;
  LastDigits: string;
  /** lower case */
  CardType: string;
  /** two digits */
  ExpirationMonth: string;
  /** two digits */
  ExpirationYear: string;
  RecurringEnabled: boolean;
  Vendor3DSReturnURL: string | null;
  Vendor3DSCancelURL: string | null;
  InstallmentsNumber: number | null;
  /** only when 3-D Secure requires it */
  Authorize3DS?: Authorize3DS;
}

/** Catalog is the commerce interface as data. */
export interface Catalog {
  operations: Operation[];
  /** failures of no particular operation, by protocol */
  general: Record<string, Outcome[]>;
  /** of all failures; those documented for an operation are scenario names too */
  codes: string[];
  features: FeatureInfo[];
  limits: Limit[];
  reserved_values: ReservedValues;
}

/** Change is one record before and after a call. */
export interface Change {
  /** such as order */
  kind: string;
  /** such as its reference */
  id: string;
  /** absent when the call created the record */
  before?: unknown;
  /** absent when the call deleted the record */
  after?: unknown;
  /** whether Before and After are absent because they found no room */
  truncated?: boolean;
}

/** ChangedRecord is a record with differences. */
export interface ChangedRecord {
  /** such as order */
  kind: string;
  /** such as its reference */
  id: string;
  /** such as that of the customer */
  name?: string;
  /** added, removed or changed */
  change: "missing" | "extra" | "doubled" | "other" | "added" | "removed" | "changed";
  /** whether it differs in moments alone */
  dates_alone?: boolean;
  /** of a changed one; the interface does not show fields under sandbox */
  fields: BodyDifference[];
}

/** Check is one condition that a call passed or failed. */
export interface Check {
  /** such as signature */
  name: string;
  passed: boolean;
  /** the header, parameter or body field at fault */
  field?: string;
  /** its value */
  given?: string;
  /** what would be right */
  expected?: string;
  message?: string;
}

/** Choice is an answer that an account can choose. */
export interface Choice {
  answer: string;
  meaning: string;
}

/** ClearedEvent reports that the recorded calls of an account were deleted. */
export interface ClearedEvent {
  /** NoAccount for the calls without one */
  account: string;
}

/** Clock is the state of an account's clock. */
export interface Clock {
  now: string;
  /** real, moved or frozen */
  mode: string;
  /** Of the answer to a change of the clock. */
  progress?: ClockProgress;
  /** the same in words, such as 2 orders were completed, 1 order was approved */
  changed?: string;
  /** what the change did not do */
  note?: string;
}

/** ClockChange is a change of an account's clock. Mode excludes the other fields, and Now excludes Advance. */
export interface ClockChange {
  /** real: the machine's time */
  mode?: string;
  /** the moment to move to: 2026-10-09, 2026-10-09 12:00:00 or RFC 3339 */
  now?: string;
  /** how far to move, such as 8d or -1d12h */
  advance?: string;
  /** whether the clock stops there */
  freeze?: boolean;
  /** whether to answer only what the change would do, as a ClockPreview */
  dry_run?: boolean;
}

/** ClockEvent reports a changed clock. */
export interface ClockEvent {
  account: string;
  clock: Clock;
}

/** ClockPreview is what a change of an account's clock would do. */
export interface ClockPreview {
  /** true, because nothing has changed */
  dry_run: boolean;
  clock: ClockTurn;
  orders: OrderTurns;
  campaigns: CampaignTurn[];
  subscriptions: SubscriptionTurns;
  sessions: SessionTurns;
  /** what time would change, for an account with the answer clock to progress */
  progress?: ProgressPreview;
  /** all of it in words, the most important first */
  consequences: Consequence[];
}

/** ClockProgress counts what time changed. The journal has an entry for each. */
export interface ClockProgress {
  /** orders */
  completed: number;
  canceled: number;
  reversed: number;
  approved: number;
  /** subscriptions */
  expired: number;
}

/** ClockTurn is a clock before and after a change. */
export interface ClockTurn {
  before: Clock;
  after: Clock;
}

/** Close says what to answer about a deleted account. */
export interface Close {
  /** vendor code of the account to compare the records with, empty for none */
  compare?: string;
  /** whether the account stays, for others to be compared with it */
  keep?: boolean;
}

/** Closed describes an account at its end, with the accounts opened at its port. */
export interface Closed {
  /** their vendor codes, the owner of the port first */
  accounts: string[];
  /** of all of them, in the order of their arrival, without the bodies of their answers */
  calls: Entry[];
  /** calls that the journal had no room for */
  dropped: number;
  /** calls that were not over when the account was closed */
  under_way?: CallUnderWay[];
  /** how their records differ; the accounts are paired in the order of their opening */
  records: RecordDifference[];
}

/** Closest is the call closest to a failed expectation. */
export interface Closest {
  request: Entry;
  /** empty when the call matches, but too many or too few do */
  differed: Difference[];
}

/** Compare names the two recorded calls to compare. */
export interface Compare {
  /** id */
  a: string;
  /** id */
  b: string;
}

/** Comparison is how call b and its answer differ from call a and its answer. Credentials are masked. Headers that always differ are left out: Date, Content-Length and X-Sandbox-Request. */
export interface Comparison {
  /** whether both answers were compared whole and do not differ */
  same: boolean;
  /** how the requests differ: method, path, query NAME, body PATH and header NAME; at most 200 */
  request: BodyDifference[];
  a: EntrySummary;
  b: EntrySummary;
  status: ValuePairOfInt;
  code: ValuePairOfString;
  header: HeaderDifference[];
  /** at most 200 */
  body: BodyDifference[];
  /** differences of the bodies that found no room */
  more?: number;
  /** such as that a body was kept only in part */
  notes?: string[];
}

/** Consequence is what a change of the clock does to some records or sessions, in words. */
export interface Consequence {
  count: number;
  /** such as orders, or order for one */
  what: string;
  /** such as leave the default search */
  does: string;
  /** of the records; empty for sessions */
  kind?: "orders" | "campaigns" | "customers" | "subscriptions" | "products" | "partners";
  /** lists the records; empty when no query finds them */
  q?: string;
}

/** CoverageOutcome is one outcome of one operation. */
export interface CoverageOutcome {
  /** id, such as search-orders */
  operation: string;
  /** a SOAP fault has 500 */
  status: number;
  /** empty for the success */
  code?: string;
  /** whether the interface states it */
  documented: boolean;
  /** calls that ended in it */
  count: number;
  /** how many of these calls each scenario affected */
  scenarios?: Record<string, number>;
  /** absent when no call ended in it */
  last?: LastCall;
  /** the scenario that makes a call end in it, empty for the success */
  provoke?: string;
}

/** CoverageReport is the coverage of the interface by calls up to one moment: every outcome of every operation, covered or not. */
export interface CoverageReport {
  /** vendor code, empty for all accounts together */
  account?: string;
  /** in the order of the interface */
  outcomes: CoverageOutcome[];
  /** calls that ended in none of the outcomes */
  other: number;
  /** calls of paths outside of the interface, such as products */
  outside?: number;
  /** of the outcomes that the interface states */
  documented: CoverageTotal;
  all: CoverageTotal;
}

/** CoverageTotal is how many of some outcomes are covered. */
export interface CoverageTotal {
  outcomes: number;
  covered: number;
  /** rounded down to one digit, so that 100 means all */
  percent: number;
}

/** CustomParameter is a value given by the merchant with the order. */
export interface CustomParameter {
  Name: string;
  Value: string;
}

/** Customer is a buyer with an account, in the shape of an order's CustomerDetails. */
export interface Customer {
  /** CustomerReference of section 4.2 */
  AvangateCustomerReference: number;
  /** the merchant's own identifier */
  ExternalCustomerReference: string | null;
  FirstName: string;
  LastName: string;
  Company: string | null;
  FiscalCode: string | null;
  Address1: string;
  Address2: string | null;
  City: string;
  State: string | null;
  Zip: string;
  /** two letters, lower case */
  CountryCode: string;
  Phone: string | null;
  Fax: string | null;
  Email: string;
  Enabled: boolean;
  Trial: boolean;
  Language: string;
}

/** CustomerChange is a change of a customer, in the names of the interface. Nil fields change nothing. A field that a customer may lack is removed by an empty text, or by null in JSON. */
export interface CustomerChange {
  /** may be removed; no two customers have the same */
  ExternalCustomerReference?: string;
  FirstName?: string;
  LastName?: string;
  /** may be removed */
  Company?: string;
  /** may be removed */
  FiscalCode?: string;
  Address1?: string;
  /** may be removed */
  Address2?: string;
  City?: string;
  /** may be removed */
  State?: string;
  Zip?: string;
  /** two letters, lower case */
  CountryCode?: string;
  /** may be removed */
  Phone?: string;
  /** may be removed */
  Fax?: string;
  Email?: string;
  Enabled?: boolean;
  Trial?: boolean;
  /** two letters, lower case */
  Language?: string;
}

/** CustomerLine is a customer in short. */
export interface CustomerLine {
  reference: number;
  /** reference of the merchant */
  external?: string;
  name: string;
  company?: string;
  email: string;
  country: string;
  language: string;
  enabled: boolean;
  /** those that find room */
  handles?: string[];
}

/** The records, each in the names of the interface where it has them, beside the sandbox's own. */
export interface CustomerRecord {
  /** CustomerReference of section 4.2 */
  AvangateCustomerReference: number;
  /** the merchant's own identifier */
  ExternalCustomerReference: string | null;
  FirstName: string;
  LastName: string;
  Company: string | null;
  FiscalCode: string | null;
  Address1: string;
  Address2: string | null;
  City: string;
  State: string | null;
  Zip: string;
  /** two letters, lower case */
  CountryCode: string;
  Phone: string | null;
  Fax: string | null;
  Email: string;
  Enabled: boolean;
  Trial: boolean;
  Language: string;
  sandbox: RecordNotes;
}

/** DeletedRun is a run deleted with its accounts. */
export interface DeletedRun {
  run: string;
  /** accounts deleted with it */
  deleted: number;
  /** the first account, because it stays; "" when the run did not have it */
  kept?: string;
}

/** Deletion lists what went with a deleted record. */
export interface Deletion {
  /** the record itself first, with handles */
  removed: RecordName[];
  /** orders that no longer show a removed subscription */
  changed: RecordName[];
  /** uploaded forms of removed orders */
  forms?: number;
  dry_run?: boolean;
}

/** DeliveryDetails describe the receiver of the order. */
export interface DeliveryDetails {
  Phone: string | null;
  FirstName: string | null;
  LastName: string | null;
  Company: string | null;
  Email: string | null;
  Address1: string | null;
  Address2: string | null;
  City: string | null;
  Zip: string | null;
  /** two letters, lower case */
  CountryCode: string | null;
  State: string | null;
}

/** DeliveryInformation is how a tangible order travels. */
export interface DeliveryInformation {
  ShippingMethod: ShippingMethod;
}

/** Departure is a spelling accepted by the sandbox, but not in the document. */
export interface Departure {
  name: string;
  /** the spellings of the calls and of the document */
  sentence: string;
  calls: number;
  /** of the first calls */
  ids: string[];
  /** whether these calls make the verdict fail */
  fails: boolean;
}

/** Difference is a part of an expectation that a call did not satisfy. */
export interface Difference {
  expected: string;
  /** values of the call, by the name of the input */
  given: Record<string, string>;
  /** why the part could not be evaluated */
  error?: string;
}

/** Differences is how the records of an account, or of a snapshot, differ from another state. */
export interface Differences {
  /** the name of a snapshot, or account:CODE */
  from: string;
  to: string;
  total: number;
  /** of these, the changed records that differ in moments alone */
  dates_alone: number;
  /** sentences about all of them, such as that one side was seeded later */
  notes?: string[];
  /** the first of them, by kind and id, those that differ in moments alone last */
  records: ChangedRecord[];
}

/** Discount is the price reduction of a campaign: an amount for each currency when FIXED, a whole percentage when PERCENT. */
export interface Discount {
  Type: "FIXED" | "PERCENT";
  /** PERCENT only, 0 to 100 */
  Value?: number;
  /** FIXED only */
  Values?: Amount[];
  DefaultCurrency?: string;
}

/** Dispute is the dispute of an order (section 2.1). */
export interface Dispute {
  /** such as OPEN */
  resolution: string;
  /** such as FRAUD; when empty, a dispute keeps its reason */
  reason?: string;
}

/** DraftedScenario is a scenario to edit. */
export interface DraftedScenario {
  /** free in the library */
  name: string;
  yaml: string;
}

/** Effect is what a rule, a feature or an answer of a scenario does to the calls of one operation. The rules are in the order in which they are tried. */
export interface Effect {
  operation: string;
  act: "fail" | "answer" | "place" | "cut" | "limit" | "change" | "delay" | "do" | "earlier" | "delivery" | "feature" | "answer-to-question";
  /** of a failure or an answer */
  status?: number;
  /** of a failure or an answer */
  code?: string;
  /** how the connection fails, such as reset, or after 100 bytes of the body */
  cut?: string;
  /** whether the operation is carried out first */
  after?: boolean;
  /** credential: it also affects calls that fail a check of their credential, or have none */
  before?: string;
  /** such as 5 per 10s by account */
  limit?: string;
  /** of the answer, such as $.Status = UNKNOWN */
  changes?: string[];
  /** of the shop, such as before: complete order */
  moves?: string[];
  /** how the operation reads records, such as: as they were 5s ago; "" for as they are */
  earlier?: string;
  /** how the bytes of the answer travel, such as pace 1KB/s */
  delivery?: string[];
  /** such as 2s, 1s to 3s, or median 300ms, p99 2s */
  delay?: string;
  /** of the matching calls, above 0 and below 1; 0 for all of them */
  share?: number;
  /** the condition on the call, "" for every call */
  when?: string;
  /** how many matching calls pass first */
  skip?: number;
  /** how often the rule acts, 0 for no limit */
  times?: number;
  /** step among the matching calls, such as 3 for every third; 0 for each */
  every?: number;
  /** such as call 2 of create-upsell, "" for any call */
  nth?: string;
  /** such as 5s of every 30s, on the account's clock; "" for any time */
  during?: string;
  /** its flag */
  feature?: string;
  /** whether the account has the feature */
  enabled?: boolean;
  /** its id */
  question?: string;
  /** to the question */
  answer?: string;
  /** all but the condition in words, such as 403 FORBIDDEN, 1 call in 3 */
  text: string;
}

/** EndedEvent reports a call that was under way when its account was reset or deleted. It changed nothing and counts nowhere. */
export interface EndedEvent {
  account: string;
  /** id of its entry, which belongs to no account */
  call: string;
  operation?: string;
  method: string;
  /** "reset" or "deleted" */
  how: string;
}

/** Entries is a list of recorded calls. */
export interface Entries {
  /** newest first */
  requests: Entry[];
  /** calls that the filter accepts, listed or not */
  total: number;
  /** calls that the journal had no room for */
  dropped: number;
  /** of the dropped calls, those that the filter accepts, without previews; absent if there is none, or if its terms read more than the journal counts of them */
  dropped_matching?: number;
  /** of all calls that the filter accepts, listed or not */
  facets?: Record<string, Record<string, number>>;
  /** calls that are not over yet, whatever the filter says of how calls end */
  under_way?: CallUnderWay[];
}

/** Entry is one recorded call: the request, the answer and why it was answered so. */
export interface Entry {
  /** <vendor code>-<number>, or none-<number> */
  id: string;
  /** counts from 1 for each account, without gaps */
  number: number;
  /** vendor code, empty when unknown */
  account?: string;
  /** REST or SOAP, empty when the bytes were no request */
  protocol?: string;
  /** id, such as search-orders, empty when unknown */
  operation?: string;
  /** when the call arrived, on the machine's clock */
  wall_time: string;
  /** the same on the account's clock, zero when the account is unknown */
  account_time?: string;
  /** until the answer was written */
  duration_ns: number;
  /** what arrived */
  request: Request;
  /** what was answered */
  response: Response;
  /** the operation's own answer, when a scenario changed or withheld it */
  original?: Response;
  /** how the answer differs from the original; of a single call, absent when the client got no answer */
  altered?: Comparison;
  /** the first failed check and the notes in one line of at most 200 bytes */
  why?: string;
  /** who is at fault, empty when the call was answered as asked */
  cause?: "client" | "scenario" | "sandbox";
  /** how the scenarios came to affect the call */
  triggers?: Trigger[];
  /** how the call would have ended otherwise, absent unless the cause is a scenario */
  without?: Without;
  /** whether the call asked for a preview and stored nothing */
  preview?: boolean;
  /** whether the account discarded the changes of the call */
  discarded?: boolean;
  /** the end of the account during the call, "reset" or "deleted"; such a call changed nothing and counts nowhere */
  ended?: string;
  /** spellings other than the document's, as bits; the notes name them */
  departures?: number;
  /** in the order they were made */
  checks?: Check[];
  /** checks after the failed one, not made by the sandbox */
  not_reached?: string[];
  /** scenarios that affected the call */
  scenario?: string[];
  /** open questions that the answer depends on */
  assumptions?: string[];
  /** such as an ignored query name */
  notes?: string[];
  /** records created, changed or deleted by the call */
  changes?: Change[];
  /** how a signature was verified; may hold hashes in full */
  explain?: Line[];
  /** checks, notes, changes and lines without room */
  omitted?: number;
  /** a POSIX shell command to repeat the call, empty when it was no request */
  curl?: string;
}

/** EntryLine is an entry in short, for lists: less than 600 bytes of JSON, whatever was called. */
export interface EntryLine {
  id: string;
  account?: string;
  /** when the call arrived, on the account's clock; on the machine's without an account */
  time: string;
  /** the same on the machine's clock */
  wall_time: string;
  /** milliseconds until the answer was written */
  ms: number;
  protocol?: string;
  operation?: string;
  method?: string;
  /** at most 160 bytes, cut in the middle */
  uri?: string;
  /** 0 when no answer was sent */
  status: number;
  /** never shortened */
  code?: string;
  /** at most 140 bytes */
  why?: string;
  cause?: "client" | "scenario" | "sandbox";
  /** those that find room */
  scenario?: string[];
  /** records that the call changed */
  changes?: number;
  /** open questions that the answer depends on */
  questions?: number;
  preview?: boolean;
  /** whether the changes were not stored */
  discarded?: boolean;
}

/** EntryLines is a list of recorded calls in short. */
export interface EntryLines {
  /** newest first */
  requests: EntryLine[];
  /** calls that the filter accepts, listed or not */
  total: number;
  /** calls that the journal had no room for */
  dropped: number;
  /** of the dropped calls, those that the filter accepts, without previews; absent if there is none, or if its terms read more than the journal counts of them */
  dropped_matching?: number;
  /** of all calls that the filter accepts, listed or not */
  facets?: Record<string, Record<string, number>>;
  /** calls that are not over yet, whatever the filter says of how calls end */
  under_way?: CallUnderWay[];
}

/** EntrySummary says which call was compared. */
export interface EntrySummary {
  id: string;
  protocol: string;
  operation: string;
  method: string;
  uri: string;
}

/** Error is an error answer of the control interface. */
export interface Error {
  /** what was wrong */
  error: string;
  /** what would be right, such as the nearest names; empty for none */
  hint: string;
  /** of a failure of the sandbox, with the reason under it in the log */
  id?: string;
  /** Faults are the mistakes of a scenario or of a world. Text shows them with the lines around them. */
  faults?: Fault[];
}

/** EvaluationError is why a condition could not be evaluated for a call. The call does not match. */
export interface EvaluationError {
  /** id */
  call: string;
  error: string;
}

/** Example is the ids of a record that an operation reads. */
export interface Example {
  /** of the account's world */
  handle: string;
  kind: string;
  /** by parameter */
  values: Record<string, string>;
}

/** Exchange is a recorded story: calls and their answers as they travel. In a call, {{HANDLE.PARAMETER}} is an id of the world, and {{signed}} the value of the credential header. */
export interface Exchange {
  name: string;
  summary: string;
  /** steps between lines of ### */
  text: string;
}

/** Expectation is about the recorded calls of an account, previews left out: a number of calls that match Operation, Query and Where, how these were repeated or overlapped, or calls in an order. A number is Count, or AtLeast, AtMost or both. InOrder takes the place of all these. With Record it is about the records of the account: how many of a kind satisfy Where. */
export interface Expectation {
  /** id, such as cancel-order; calls of all operations without it */
  operation?: string;
  /** in the query language, such as path:/orders/ status:2xx; not together with Where */
  q?: string;
  /** a condition in the language of a scenario's when; it also sees how the call ended */
  where?: string;
  /** exactly so many calls */
  count?: number;
  /** so many calls or more */
  at_least?: number;
  /** so many calls or fewer */
  at_most?: number;
  /** order, customer, campaign or subscription: the number counts such records; Where reads one, as in campaign.Name == "Spring" */
  record?: string;
  /** how the same call was made again */
  repeats?: Repeats;
  /** how many of the calls were in progress at a time, at most */
  at_once?: number;
  /** calls in this order; others may lie between */
  in_order?: Step[];
  /** of InOrder: whether no other call may lie between */
  strict?: boolean;
  /** whether every call must match; of several expectations, give it beside them */
  nothing_else?: boolean;
  /** how long to wait for the calls, at most 30s; in JSON as text, such as 5s */
  within?: string;
}

/** ExtraInformation has the link to the payment of an order. */
export interface ExtraInformation {
  PaymentLink?: string;
  /** after a failed charge */
  RetryFailedPaymentLink?: string;
}

/** Fault is one mistake in a text: in YAML or in the JSON of records. */
export interface Fault {
  /** from 1; 0 when the mistake has no place */
  line: number;
  /** from 1, in characters */
  column: number;
  message: string;
  /** what to write instead at the place */
  suggestion?: string;
}

/** Faults are the calls and requests that the sandbox itself failed since its start: a panic or an unexpected error. The log has the reason. */
export interface Faults {
  count: number;
  /** null while nothing failed */
  last: LastFault | null;
}

/** FeatureEvent reports a switched feature flag. */
export interface FeatureEvent {
  account: string;
  feature: string;
  enabled: boolean;
}

/** FeatureInfo is a feature flag of the interface. */
export interface FeatureInfo {
  feature: string;
  /** whether it is on for a new account */
  default: boolean;
  /** of the documentation */
  section: string;
  summary: string;
}

/** Field is one header field. */
export interface Field {
  name: string;
  value: string;
}

/** FolderChange is a scenario of the folder with a new, changed or deleted file. */
export interface FolderChange {
  name: string;
  /** ChangeReloaded or ChangeDeleted */
  change: "activated" | "spent" | "ended" | "created" | "changed" | "saved" | "deleted" | "reloaded" | "opened" | "settings";
  /** why its file cannot be read */
  error?: string;
}

/** Gap is a time from the end of one call to the arrival of the next, on the machine's clock. Min and Max are durations such as 500ms or 2s; each may be left out. Min may be GapRetryAfter. */
export interface Gap {
  min?: string;
  max?: string;
}

/** GiftDetails are the person whom the order is a gift for. */
export interface GiftDetails {
  FirstName: string;
  LastName: string;
  Email: string;
  GiftNote: string;
}

/** GoodRun is the run of a suite without a failure, made twice. */
export interface GoodRun {
  /** such as create-upsell#1, in the order of their arrival */
  calls: string[];
  /** of the longer of both */
  duration_ns: number;
  /** calls of only one of both */
  unstable?: string[];
  /** calls without a trial, because the first and the last one of their operation stand for them */
  spared?: string[];
  /** records left differently by both; the judge leaves them out */
  ignored?: RecordDifference[];
  /** Questions are the open questions with a choice that its calls touch, and Untouched the others, when their other answers are tried. */
  questions?: string[];
  untouched?: string[];
}

/** GuidePage is a page of the guide in a list. */
export interface GuidePage {
  /** of its file, such as start.md */
  name: string;
  title: string;
  /** one sentence */
  summary: string;
}

/** HandChange is one change beside calls. */
export interface HandChange {
  wall_time: string;
  /** record, clock, scenario, feature, question, account or library */
  kind: "hello" | "call" | "scenario" | "clock" | "reset" | "cleared" | "feature" | "question" | "record" | "snapshot" | "library" | "account" | "held" | "ended" | "missed";
  /** of the scenario, the feature, the question or the setting */
  name?: string;
  /** on, off or the answer; of a scenario activated, deactivated, saved or deleted */
  value?: string;
  /** what a clock showed before */
  from?: string;
  /** what it showed then */
  to?: string;
  /** before or after a call, when a scenario made the change */
  moved?: string;
  /** that changed, at most 100 of them */
  records?: RecordName[];
  /** of the record that was asked for */
  change?: Change;
}

/** HeaderDifference is a header field of the answers. A null value stands for a missing field. */
export interface HeaderDifference {
  name: string;
  a: string | null;
  b: string | null;
}

/** HeldEvent reports that a scenario holds a call from now on. */
export interface HeldEvent {
  account: string;
  /** id */
  call: string;
  scenario: string;
}

/** Hello begins a stream. Another Instance than before means that the sandbox was restarted: calls, scenarios and coverage began again, data are kept. */
export interface Hello {
  /** names the process, and begins the ids of its events */
  instance: string;
  /** of the sandbox */
  version: string;
  /** when the process started, on the machine's clock */
  started: string;
  /** the number of the latest event */
  last: number;
  /** whether the stream goes on after the reader's last event */
  resumed: boolean;
  /** losses of the reader because of a restart, absent for none */
  missed?: Missed;
  /** followed accounts that do not exist yet */
  waiting?: string[];
}

/** IdleScenario is a scenario that was active and affected no call. */
export interface IdleScenario {
  name: string;
  /** calls matched by a rule without effect */
  matched: number;
  /** whether it still is */
  active: boolean;
}

/** Imported is what became of imported records, by kind. */
export interface Imported {
  created: Record<string, number>;
  replaced: Record<string, number>;
  /** created or replaced because an order names them */
  implied: Record<string, number>;
  /** because a record they name is missing */
  left_out: Record<string, number>;
  /** not imported; "unknown" counts records without a kind */
  refused: Record<string, number>;
  /** the first ones of the refused records */
  faults: Fault[];
  /** how many further ones there are */
  more_faults: number;
  /** duration by which all dates were moved, such as 412d or -3d; empty without ShiftDates */
  shifted_by: string;
  /** whether personal data was kept */
  personal_data: boolean;
  /** how many values were replaced, by kind such as names */
  anonymized: Record<string, number>;
  /** the first ones, about broken rules */
  notes: string[];
  /** how many further ones there are */
  more_notes: number;
}

/** Item is one line of an order. */
export interface Item {
  ProductDetails: ProductDetails;
  PriceOptions: ItemOption[] | null;
  Price: Price;
  /** absent on dynamic items */
  Code?: string;
  LineItemReference: string;
  /** PRODUCT, SHIPPING, TAX, COUPON */
  PurchaseType: string;
  ExternalReference: string;
  /** 1 to 99999 */
  Quantity: number;
  SKU: string | null;
  CrossSell: CampaignOrigin | null;
  Trial: Trial | null;
  AdditionalFields: AdditionalField[] | null;
  Promotion: Promotion | null;
  RecurringOptions: RecurringOptions | null;
  SubscriptionStartDate: string | null;
  SubscriptionCustomSettings: string | null;
  UpSell: CampaignOrigin | null;
}

/** ItemDelivery is how a digital item is delivered. */
export interface ItemDelivery {
  Delivery: string;
  DownloadFile: string | null;
  DeliveryDescription: string;
  CodesDescription: string;
  Codes: {
  }[] | null;
}

/** ItemOption is a pricing option chosen for an item. */
export interface ItemOption {
  Code: string;
  Required: boolean;
  Options: string[] | null;
}

/** ItemSubscription is a subscription in the item that began it. */
export interface ItemSubscription {
  SubscriptionReference: string;
  PurchaseDate: string;
  SubscriptionStartDate: string;
  ExpirationDate: string;
  Lifetime: boolean;
  Trial: boolean;
  Enabled: boolean;
  RecurringEnabled: boolean;
}

/** LastCall is the latest call. */
export interface LastCall {
  /** of its entry, perhaps no longer in the journal */
  id: string;
  /** when it arrived, on the machine's clock */
  time: string;
}

/** LastFault is the last failure of the sandbox. */
export interface LastFault {
  /** on the machine's clock */
  time: string;
  /** names the reason in the log; of a recorded call, the id of the call */
  id: string;
  /** of the call */
  operation?: string;
  /** of a request without an operation */
  path?: string;
  /** its first line, masked, at most 300 bytes */
  error: string;
}

/** Learned is what recordings of a service show. */
export interface Learned {
  /** of all recordings */
  entries: number;
  /** of recordings that could not be read whole */
  faults?: string[];
  /** in words, what else was left out or not read, and why */
  notes?: string[];
  /** by host and vendor code */
  services: LearnedService[];
}

/** LearnedAnswer is an answer to an open question that calls show. */
export interface LearnedAnswer {
  answer: string;
  /** whether the sandbox cannot answer so */
  unlisted?: boolean;
  times: number;
  /** the first ones, such as shop.har 12 create-upsell */
  calls: string[];
}

/** LearnedFailure is a failure of an operation that the sandbox does not have, with the rule of a scenario that gives it. */
export interface LearnedFailure {
  operation: string;
  status: number;
  code?: string;
  times: number;
  call: string;
  /** all this in words, before the rule */
  line: string;
  /** in YAML */
  scenario: string;
}

/** LearnedQuestion is what recordings show of an open question. */
export interface LearnedQuestion {
  id: string;
  ours: string;
  result: "agrees" | "differs" | "contradictory" | "bounded" | "not-seen";
  seen?: LearnedAnswer[];
  /** in words, of a duration or a digest */
  bound?: string;
  /** the calls that show it, empty when none can */
  shown_by?: string;
  /** all this in words */
  line: string;
}

/** LearnedService is what recordings show of one host and one vendor code. */
export interface LearnedService {
  host: string;
  /** empty when no call named it */
  vendor_code: string;
  calls: number;
  /** those with a choice */
  questions: LearnedQuestion[];
  /** how answers differ in their fields */
  shapes?: LearnedShape[];
  /** the same in words */
  lines?: string[];
  /** failures that no outcome of the sandbox has */
  failures?: LearnedFailure[];
}

/** LearnedShape is how answers of an operation differ from the sandbox's in a field. */
export interface LearnedShape {
  operation: string;
  /** its path, such as Items[].GrossPrice */
  field: string;
  theirs?: string;
  /** types and formats, empty for none */
  ours?: string;
  call: string;
}

/** LibraryEvent reports a change of the library of scenarios. */
export interface LibraryEvent {
  name: string;
  /** ChangeSaved, ChangeDeleted or ChangeReloaded */
  change: "activated" | "spent" | "ended" | "created" | "changed" | "saved" | "deleted" | "reloaded" | "opened" | "settings";
}

/** Limit is a limit of the interface or of the sandbox. */
export interface Limit {
  name: string;
  applies_to: string;
  value: string;
  /** empty when the documentation states no such limit */
  section?: string;
}

/** Line is one line of an explanation. */
export interface Line {
  key: string;
  value: string;
}

/** Live is the answer of a running process. */
export interface Live {
  live: boolean;
}

/** Localized is a text in one language. It may contain the markers <!--{RECOMMENDED_PRODUCT_NAME}--> and <!--{RECOMMENDED_PRODUCT_PRICE}-->. */
export interface Localized {
  Language: string;
  Text: string;
}

/** Missed reports the losses of a reader that came back too late or is too slow. */
export interface Missed {
  /** calls that the journal dropped */
  calls?: number;
  /** other events, of all accounts; after a restart, calls too */
  events?: number;
  /** whether nobody knows how many */
  unknown?: boolean;
}

/** Move is a legal change of one field of an order (open question transitions). */
export interface Move {
  /** status, approve_status, purchase_order or dispute */
  field: string;
  /** of a dispute its resolution, empty to end it */
  to: string;
}

/** NewAccount is an account to open. Fields without a value are as the start flags of the sandbox say. */
export interface NewAccount {
  /** a new one when empty */
  vendor_code?: string;
  secret?: string;
  /** a shipped one, such as empty */
  world?: string;
  /** by flag */
  features?: Record<string, boolean>;
  /** answers by open question */
  assume?: Record<string, string>;
  /** where its clock is frozen; zero for a running clock */
  clock?: string;
  /** how far each call moves the frozen clock on; in JSON as text, such as 1s */
  clock_step?: string;
  /** active from the start, the latest last */
  scenarios?: string[];
  /** the name of its test: at most 64 bytes, printable */
  label?: string;
  /** the run that it belongs to: 1 to 64 of A-Z a-z 0-9 . _ - */
  run?: string;
  /** how long it stays without a call, in place of --account-ttl; in JSON as text, such as 1h */
  ttl?: string;
  /** whether it gets a port of its own; calls there belong to it, also accounts opened there */
  port?: boolean;
  /** scenarios of this account alone, in YAML by name; active from the start, also after a reset */
  own?: Record<string, string>;
  /** DiscardWrites says whether its calls store nothing; absent leaves it to the start flags. */
  discard_writes?: boolean;
}

/** Operation is one operation of the interface. */
export interface Operation {
  /** such as search-orders */
  id: string;
  protocol: string;
  /** of a REST operation */
  method?: string;
  /** of a REST operation, below the base address */
  path?: string;
  /** of a SOAP operation */
  action?: string;
  /** of the documentation */
  section: string;
  summary: string;
  /** the feature flag that it requires */
  feature?: string;
  parameters: Parameter[];
  /** the success first */
  outcomes: Outcome[];
}

/** OperationCount is how many calls there are of an operation. */
export interface OperationCount {
  /** id, empty for calls of none */
  operation: string;
  calls: number;
}

/** OperationDetail is one operation with all help for calling it. Statuses and answers are one account's. */
export interface OperationDetail {
  /** such as search-orders */
  id: string;
  protocol: string;
  /** of a REST operation */
  method?: string;
  /** of a REST operation, below the base address */
  path?: string;
  /** of a SOAP operation */
  action?: string;
  /** of the documentation */
  section: string;
  summary: string;
  /** the feature flag that it requires */
  feature?: string;
  parameters: Parameter[];
  /** the success first */
  outcomes: Outcome[];
  /** vendor code; empty for the answers of the start flags, without examples */
  account?: string;
  /** the checks of a call, in their order; the first failure decides */
  rules: Rule[];
  /** open questions that it depends on */
  questions: AnsweredQuestion[];
  /** values for its parameters */
  examples: Example[];
  /** a successful call with the account's records as they are; absent when none succeeds */
  sample?: Sample;
  /** recorded calls with their answers */
  exchanges: Exchange[];
}

/** OptionValue is one option of a group and how many of it. */
export interface OptionValue {
  Code: string;
  Value: number;
}

/** OrderChange is a change of an order (open question transitions). Empty fields change nothing. */
export interface OrderChange {
  /** such as REFUND */
  status?: string;
  /** such as FRAUD, one of those that go with the status */
  approve_status?: string;
  /** such as awaiting_payment */
  purchase_order?: string;
  /** of a COMPLETE order; it becomes REFUND when nothing is left */
  refund?: OrderRefund;
  /** the zero value ends a dispute; in JSON null */
  dispute?: Dispute;
}

/** OrderForm is an uploaded order form. */
export interface OrderForm {
  file_name: string;
  /** in bytes, decoded */
  size: number;
  /** of the bytes, in hex; empty when none are stored */
  sha256?: string;
  /** as it was sent */
  client_time: string;
  /** Y-m-d H:i:s, on the account's clock */
  uploaded_at: string;
}

/** OrderLine is an order in short. */
export interface OrderLine {
  reference: string;
  /** Y-m-d H:i:s, in UTC */
  date: string;
  status: string;
  /** ApproveStatus */
  approval: string;
  /** reference, 0 for none */
  customer?: number;
  /** of the payer */
  name?: string;
  /** gross, such as 39.90 EUR */
  total: string;
  /** reference of the merchant */
  external?: string;
  /** code */
  partner?: string;
  /** its state */
  purchase_order?: string;
  /** its resolution */
  dispute?: string;
  test?: boolean;
  /** those that find room */
  handles?: string[];
}

/** OrderNotes are what the sandbox adds to an order: facts beyond the interface, and possible moves. */
export interface OrderNotes {
  /** SaleId (section 4.3), 0 until paid */
  sale?: number;
  /** InvoiceId (section 4.4), empty until paid */
  invoice?: string;
  /** absent for other orders */
  purchase_order?: PurchaseOrder;
  /** ProformaNumber (section 4.9) */
  proforma?: string;
  /** (section 4.9) */
  comment?: string;
  /** that ChangeOrder accepts now */
  moves: Move[];
  /** that name the order */
  handles: string[];
}

/** The records, each in the names of the interface where it has them, beside the sandbox's own. */
export interface OrderRecord {
  /** digits */
  RefNo: string;
  ChargebackResolution?: "OPEN" | "WON" | "LOST" | "ACCEPTED";
  ChargebackReasonCode?: "MERCHANDISE_NOT_RECEIVED" | "NOT_AS_DESCRIBED" | "DUPLICATE_TRANSACTION" | "FRAUD" | "NOT_RECOGNIZED" | "CREDIT_NOT_PROCESSED" | "AUTHORIZATION_PROBLEM" | "INFO_REQUEST" | "UNKNOWN";
  /** 0 until the order is finished */
  OrderNo: number;
  ExternalReference: string | null;
  ShopperRefNo: string | null;
  Status: "COMPLETE" | "PENDING" | "CANCELED" | "REFUND" | "AUTHRECEIVED" | "REVERSED";
  ApproveStatus: "WAITING" | "OK" | "FRAUD" | "INVALIDDATA";
  VendorApproveStatus: string;
  MerchantCode: string;
  Language: string;
  OrderDate: string;
  FinishDate: string | null;
  Source: string | null;
  WSOrder: string | null;
  Affiliate: Affiliate;
  HasShipping: boolean;
  BillingDetails: BillingDetails;
  DeliveryDetails: DeliveryDetails;
  PaymentDetails: PaymentDetails;
  DeliveryInformation: DeliveryInformation;
  CustomerDetails: Customer | null;
  Origin: string;
  AvangateCommission: number;
  OrderFlow: "REGULAR" | "PURCHASE_ORDER";
  GiftDetails: GiftDetails | null;
  PODetails: PODetails | null;
  ExtraInformation: ExtraInformation | null;
  PartnerCode: string | null;
  PartnerMargin: number | null;
  PartnerMarginPercent: number | null;
  ExtraMargin: number | null;
  ExtraMarginPercent: number | null;
  ExtraDiscount: number | null;
  ExtraDiscountPercent: number | null;
  LocalTime: string | null;
  TestOrder: boolean;
  FxRate: number;
  FxMarkup: number;
  /** upper case */
  PayoutCurrency: string;
  DeliveryFinalized: boolean;
  Errors: Record<string, string> | null;
  Items: Item[] | null;
  Promotions: Promotion[] | null;
  AdditionalFields: AdditionalField[] | null;
  /** lower case */
  Currency: string;
  NetPrice: number;
  GrossPrice: number;
  NetDiscountedPrice: number;
  GrossDiscountedPrice: number;
  Discount: number;
  VAT: number;
  AffiliateCommission: number;
  CustomParameters: CustomParameter[] | null;
  Refunds: Refund[] | null;
  sandbox: OrderNotes;
}

/** OrderRefund gives money back to the buyer. */
export interface OrderRefund {
  /** in the order's currency, such as 12.50; absent for all that is left */
  amount?: number;
  reason?: string;
  comment?: string;
}

/** OrderTurns are how many orders enter and leave the list of a search without filters (section 4.1). */
export interface OrderTurns {
  enter: number;
  leave: number;
}

/** Outcome is a way in which a call of an operation can end. */
export interface Outcome {
  /** empty for the success */
  code?: string;
  status: number;
  /** the open question whose answer is the status */
  status_question?: string;
  /** whether the interface states it */
  documented: boolean;
  /** when it occurs */
  condition: string;
  questions?: string[];
  /** a scenario of the library that provokes it, empty for the success */
  scenario?: string;
}

/** PODetails belong to a purchase order. */
export interface PODetails {
  InternalPONumber: string;
  AutoApprove: boolean;
}

/** Parameter is an input of an operation. */
export interface Parameter {
  name: string;
  /** path, query, body or similar */
  in: string;
  /** string, integer, number, boolean, object, or "array of …" */
  type: string;
  required: boolean;
  /** what the value must be or does */
  rule?: string;
  /** the allowed values */
  enum?: string[];
  /** what absence means */
  default?: string;
  /** the open question that decides its name or rule */
  question?: string;
  minimum?: number;
  maximum?: number;
  /** in characters */
  max_length?: number;
  pattern?: string;
  /** such as date or uuid */
  format?: string;
}

/** PartnerLine is a partner in short. */
export interface PartnerLine {
  code: string;
  name: string;
  currency: string;
  /** in percent */
  margin: string;
  /** those that find room */
  handles?: string[];
}

/** The records, each in the names of the interface where it has them, beside the sandbox's own. */
export interface PartnerRecord {
  code: string;
  name: string;
  /** upper case; of the partner's invoices */
  currency: string;
  /** its share of the net price */
  margin_percent: number;
  sandbox: RecordNotes;
}

/** PayPal is a payment through PayPal. */
export interface PayPal {
  RedirectURL: string;
  RecurringEnabled: boolean;
}

/** PaymentDetails are how an order is paid. Type is CC, TEST, PAYPAL, WIRE or PURCHASEORDER. */
export interface PaymentDetails {
  Type: string;
  /** lower case */
  Currency: string;
  PaymentMethod: Card | PayPal | null;
  CustomerIP: string | null;
}

/** Price has the amounts of an item. Amounts with Unit are of one piece, the others of the whole line; VATPercent is in percent. */
export interface Price {
  UnitNetPrice: number;
  UnitGrossPrice: number;
  UnitVAT: number;
  UnitDiscount: number;
  UnitNetDiscountedPrice: number;
  UnitGrossDiscountedPrice: number;
  UnitAffiliateCommission: number;
  ItemUnitNetPrice: number;
  ItemUnitGrossPrice: number;
  ItemNetPrice: number;
  ItemGrossPrice: number;
  VATPercent: number;
  HandlingFeeNetPrice: number;
  HandlingFeeGrossPrice: number;
  Currency: string;
  NetPrice: number;
  GrossPrice: number;
  NetDiscountedPrice: number;
  GrossDiscountedPrice: number;
  Discount: number;
  VAT: number;
  AffiliateCommission: number;
}

/** PriceOption is a price option group of a campaign's product. */
export interface PriceOption {
  Code: string;
  Options: OptionValue[] | null;
}

/** PricingOption adds a percentage to the price of a product. */
export interface PricingOption {
  /** PricingOptions.Code of section 4.9 */
  code: string;
  /** price option group code of section 2.2 */
  group: string;
  /** added to the unit price, in percent of it */
  percent: number;
}

/** ProductChange is a change of a product. Nil fields change nothing. */
export interface ProductChange {
  name?: string;
  short_description?: string;
  /** net unit price by currency, in place of all; orders keep theirs */
  prices?: Record<string, number>;
  /** of later subscriptions, 0 for none */
  months?: number;
  upgrade_products?: string[];
}

/** ProductDetails describe the product of an item as it was sold. */
export interface ProductDetails {
  Name: string;
  ShortDescription: string;
  Tangible: boolean;
  IsDynamic: boolean;
  ExtraInfo: string | null;
  RenewalStatus: boolean;
  /** null until the order is paid */
  Subscriptions: ItemSubscription[] | null;
  DeliveryInformation: ItemDelivery;
}

/** ProductLine is a product in short. */
export interface ProductLine {
  code: string;
  name: string;
  /** such as 29.95 EUR, 32.95 USD */
  prices: string;
  /** length of a subscription, 0 for none */
  months: number;
  tangible?: boolean;
  /** products that it can be upgraded to */
  upgrades?: number;
  /** those that find room */
  handles?: string[];
}

/** The records, each in the names of the interface where it has them, beside the sandbox's own. */
export interface ProductRecord {
  code: string;
  name: string;
  short_description: string;
  /** net unit price by currency, upper case */
  prices: Record<string, number> | null;
  /** options a buyer can choose */
  pricing_options: PricingOption[] | null;
  /** length of a subscription, 0 for none */
  months: number;
  tangible: boolean;
  /** codes it can be upgraded to */
  upgrade_products: string[] | null;
  /** MultipleChoice are the groups allowing a buyer several options. */
  multiple_choice?: string[];
  sandbox: RecordNotes;
}

/** ProductRef names a product of a campaign. */
export interface ProductRef {
  Code: string;
  /** of the primary product 0 means any */
  Quantity: number;
  PriceOptions: PriceOption[] | null;
}

/** ProgressPreview is what time would change. */
export interface ProgressPreview {
  /** orders */
  completed: number;
  canceled: number;
  reversed: number;
  approved: number;
  /** subscriptions */
  expired: number;
  /** whether more would change than is counted */
  more?: boolean;
}

/** Promotion is a promotion applied to an order or an item. */
export interface Promotion {
  Name: string;
  Code: string;
  Description: string | null;
  StartDate: string | null;
  EndDate: string | null;
  MaximumOrdersNumber: number | null;
  MaximumQuantity: number | null;
  InstantDiscount: boolean;
  Coupon: string | null;
  DiscountLabel: string | null;
  Enabled: boolean;
  /** REGULAR, GLOBAL, ORDER */
  Type: string;
  Discount: number;
  DiscountCurrency: string | null;
  /** PERCENT, FIXED */
  DiscountType: string;
}

/** PurchaseOrder is the state of a purchase order and its uploaded forms (section 4.7). */
export interface PurchaseOrder {
  /** such as awaiting_payment */
  state: string;
  forms: OrderForm[];
}

/** Query is a query to check. */
export interface Query {
  /** of the list, as for QueryFields; the default is calls */
  kind?: string;
  q: string;
}

/** QueryCheck is whether a query can be asked. */
export interface QueryCheck {
  valid: boolean;
  /** what is wrong, and where */
  error?: string;
  /** what would be right */
  hint?: string;
}

/** QueryField is one name of the query language. */
export interface QueryField {
  /** header.NAME for the fields of a group */
  name: string;
  kind: "word" | "named" | "record" | "path" | "text" | "status" | "number" | "moment" | "flag";
  meaning: string;
  /** that are known */
  values: string[];
  /** terms */
  examples: string[];
  /** Next are the values that can follow each one, absent for a field without an order of its values. */
  next?: Record<string, string[]>;
}

/** QueryFields are the names of the query language for one kind of list. */
export interface QueryFields {
  kind: string;
  fields: QueryField[];
}

/** QueryName is a name that the query of a route may have. */
export interface QueryName {
  name: string;
  meaning: string;
}

/** Question is a point left open by the interface, with the sandbox's default answer. */
export interface Question {
  id: string;
  /** of the documentation, several joined by ", ", or all */
  section: string;
  question: string;
  /** the default, in prose */
  answer: string;
  /** how certain the answer is, such as known or chosen */
  basis: string;
  /** whether an account can choose the answer */
  has_choice: boolean;
  /** the default among the choices */
  default?: string;
  choices?: Choice[];
  /** what code does that does not depend on the answer */
  advice?: string;
  /** the calls to the service whose recording shows its answer, empty when none does */
  shown_by?: string;
  /** whether any positive duration is an answer too */
  duration?: boolean;
}

/** QuestionEvent reports an account's new answer to an open question. */
export interface QuestionEvent {
  account: string;
  /** its id */
  question: string;
  answer: string;
}

/** QuestionUse is an open question behind answers of the sandbox. */
export interface QuestionUse {
  id: string;
  question: string;
  /** the present one of the account */
  answer: string;
  /** whether it is the default */
  default: boolean;
  calls: number;
  /** of the first calls */
  ids: string[];
}

/** Ready is the answer of a sandbox ready for calls. */
export interface Ready {
  ready: boolean;
}

/** RecordCounts are how many records of each kind there are. */
export interface RecordCounts {
  orders: number;
  campaigns: number;
  customers: number;
  subscriptions: number;
  products: number;
  partners: number;
}

/** RecordDifference is a record that only one of two accounts has, or both with different contents. Ids and moments generated by the sandbox make no difference. */
export interface RecordDifference {
  /** index of the account, 0 for the owner of the port, -1 for those that the suite reset or deleted before */
  account: number;
  /** such as campaign */
  kind: string;
  /** what a person knows it by, such as the name of a campaign; "" where more than 500 differ, and count has all */
  name: string;
  change: "missing" | "extra" | "doubled" | "other" | "added" | "removed" | "changed";
  /** how many records of this content both accounts have */
  count: ValuePairOfInt;
  /** of RecordOther */
  fields: BodyDifference[];
}

/** RecordEvent reports a record changed by hand. The changes of a call are in its entry. */
export interface RecordEvent {
  account: string;
  /** such as order */
  kind: string;
  /** such as its reference; empty when Count is set */
  id?: string;
  /** ChangeCreated, ChangeChanged or ChangeDeleted */
  change: "activated" | "spent" | "ended" | "created" | "changed" | "saved" | "deleted" | "reloaded" | "opened" | "settings";
  /** how many records of the kind changed, when they are too many to name */
  count?: number;
}

/** RecordName names a record. */
export interface RecordName {
  /** such as order */
  kind: string;
  id: string;
}

/** RecordNotes are what the sandbox adds to each record, as its object sandbox. */
export interface RecordNotes {
  /** that name the record */
  handles: string[];
}

/** RecurringOptions are how an item renews. */
export interface RecurringOptions {
  CycleLength: number;
  CycleUnit: string;
  CycleAmount: number;
  ContractLength: number;
  ContractUnit: string;
}

/** Refund is money returned to a buyer: the rest of the order's total, or a part of it. */
export interface Refund {
  Date: string;
  Amount: number;
  /** upper case */
  Currency: string;
  Reason: string;
  Comment: string;
  /** empty when the amount belongs to no line */
  Items: RefundItem[] | null;
}

/** RefundItem is the share of an order line in a refund. */
export interface RefundItem {
  /** the product code of the line */
  LineItemReference: string;
  Quantity: number;
  Amount: number;
}

/** Refusal is a group of calls refused in the same way. */
export interface Refusal {
  /** id, empty when unknown */
  operation?: string;
  /** 0 when no answer was sent */
  status: number;
  code?: string;
  /** who is at fault */
  cause: "client" | "scenario" | "sandbox";
  why?: string;
  /** that affected the calls */
  scenarios?: string[];
  calls: number;
  /** of the first calls; of dropped ones, one of them */
  ids: string[];
  /** whether these calls make the verdict fail */
  fails: boolean;
}

/** RefusedCall is a refused call with its explanation, for people. */
export interface RefusedCall {
  id: string;
  /** address of the page about it */
  page: string;
  /** lines: the call, the failed checks with the given and the expected value, the signature */
  text: string;
}

/** Rehearsal is what a test suite did under the failures of a rehearsal. */
export interface Rehearsal {
  /** the first line of each report */
  headline: string;
  /** on the machine's clock */
  begun: string;
  /** without which a schedule does not repeat */
  flags?: string[];
  /** with its arguments */
  command: string[];
  /** the run without a failure */
  good: GoodRun;
  /** about the command, each said once; no findings */
  remarks?: string[];
  /** which open questions it cares about, when their other answers were tried */
  answers?: string;
  /** on which moments it does another thing, when they were tried */
  days?: string;
  /** schedules of one fault */
  planned: number;
  /** in the order of their schedules */
  trials: RehearsalTrial[];
  /** the smallest schedule of each finding, the worst first */
  findings: RehearsalTrial[];
  /** trials whose fault no call met */
  not_reached: number;
  /** schedules without time left for them */
  unfinished?: number;
  /** entries of the file of accepted results whose place is gone */
  accepted?: Accepted[];
  took_ns: number;
}

/** RehearsalLine is a kept report of a rehearsal in a list. */
export interface RehearsalLine {
  id: string;
  /** on the clock of the machine that rehearsed */
  begun: string;
  /** with its arguments */
  command: string[];
  /** the first line of the report */
  headline: string;
  /** as of the report */
  answers?: string;
  /** as of the report */
  days?: string;
  findings: number;
  /** of these, not accepted */
  failed: number;
}

/** RehearsalList is the kept reports of rehearsals. */
export interface RehearsalList {
  /** the newest first */
  rehearsals: RehearsalLine[];
  total: number;
}

/** RehearsalTrial is one execution of the suite under a schedule. */
export interface RehearsalTrial {
  /** its name, for repeating it, such as create-upsell#1=lost-answer+search-upsell#1=503 */
  schedule: string;
  result: "wrong-in-silence" | "hung" | "stormed" | "rests-on-a-guess" | "fails-on-a-day" | "needs-the-date" | "not-repeatable" | "failed-and-left" | "failed-in-the-open" | "recovered" | "not-reached";
  /** code of the command */
  exit: number;
  /** in words */
  why: string;
  /** of a finding; trials with the same mistake have the same one */
  cause?: string;
  /** in words */
  remarks?: Record<string, string>;
  /** that differ from those of the good run */
  records?: RecordDifference[];
  /** of a finding, from the first fault on, at most 100 */
  calls?: TrialCall[];
  /** of a finding whose report is kept by the sandbox: the same calls with what was sent, masked */
  entries?: Entry[];
  /** its last 20 lines, unless it passed or output is left out */
  output?: string;
  /** that a finding depends on: its id, its text and the address of its page */
  question?: string;
  /** what code does that does not depend on the answer */
  advice?: string;
  /** the reason why the result is accepted */
  accepted?: string;
  took_ns: number;
}

/** Repeats are bounds on how the same call was made again: with the same operation, method, address and body. The numbers are about the most repeated call. */
export interface Repeats {
  /** repetitions, the first call not counted */
  at_least?: number;
  at_most?: number;
  /** between a call and its next repetition */
  gap?: Gap;
}

/** Request is the request as it arrived. */
export interface Request {
  method: string;
  /** as on the request line */
  uri: string;
  /** such as HTTP/1.1 */
  proto: string;
  /** host:port of the client */
  remote?: string;
  /** Host among the fields */
  header?: Field[];
  body?: string | {
    base64: string;
  };
  /** bytes that arrived, kept or not */
  body_size: number;
  /** whether Body lacks some of them */
  truncated?: boolean;
}

/** ReservedValues are values to name a scenario for one call. */
export interface ReservedValues {
  /** before the name, such as sandbox: */
  prefix: string;
  /** which can have such a value */
  inputs: string[];
  /** which cannot */
  not: string[];
}

/** Reset says how to reset an account. */
export interface Reset {
  /** ToWorld, ToEmpty or the name of a snapshot; ToWorld when empty */
  to?: string;
  /** what stays as it is */
  keep?: ("scenarios" | "journal" | "clock" | "features" | "questions")[];
}

/** ResetEvent reports that an account was reset. */
export interface ResetEvent {
  account: string;
  /** ToWorld, ToEmpty or a snapshot */
  to: string;
  /** every other part is back at the baseline, or at what an account with a port was opened with */
  keep?: ("scenarios" | "journal" | "clock" | "features" | "questions")[];
}

/** Response is the answer as it was written. */
export interface Response {
  /** 0 when no answer was sent, for example because a scenario cut the connection */
  status: number;
  /** error code (section 2.5) or fault code, empty for a success */
  code?: string;
  header?: Field[];
  body?: string | {
    base64: string;
  };
  /** bytes that were written, kept or not */
  body_size: number;
  /** whether Body lacks some of them */
  truncated?: boolean;
}

/** Route is one route of the control interface. */
export interface Route {
  method: string;
  /** with parameters as {name} */
  path: string;
  summary: string;
  /** the names that its query may have */
  query: QueryName[];
}

/** Rule is one check of a call and how the call ends when it fails. */
export interface Rule {
  /** as entries of the journal name it: account, credential, session, accept, feature or operation */
  check: string;
  /** when */
  fails: string;
  status: number;
  code: string;
}

/** Run sums up the accounts of one execution of a test suite, deleted ones too. */
export interface Run {
  run: string;
  /** when its first account was opened, on the machine's clock */
  opened: string;
  result: "passed" | "failed" | "nothing to judge";
  /** whether the result is ResultPassed: no verdict fails, one had something to judge, and nothing is in Failures */
  passed: boolean;
  /** accounts whose verdict fails */
  failed: number;
  calls: number;
  /** of these, not answered with a success */
  refused: number;
  /** seconds from the opening of the first account to the end of the last call */
  duration: number;
  accounts: RunAccount[];
  /** deleted accounts that the sandbox has no room for; only the coverage has their calls */
  dropped: number;
  /** of all accounts of the run */
  coverage: CoverageReport;
  /** Failures say why the run fails whatever its accounts did: a failed command, no call, too little coverage. The commands run and verdict of the program set them. */
  failures?: string[];
  /** NewlyMissing are the documented outcomes covered by an earlier report and not by this run. Run.Compare sets it. */
  newly_missing?: CoverageOutcome[];
  /** how the run differs from the one that began before it, absent for the first one */
  before?: RunBefore;
}

/** RunAccount is an account of a run, in the order in which they were opened. */
export interface RunAccount {
  vendor_code: string;
  /** the name of its test */
  label?: string;
  /** on the machine's clock */
  opened: string;
  /** absent while there is the account */
  deleted?: string;
  calls: number;
  refused: number;
  /** when it ended, on the machine's clock; absent without a call */
  last_call?: string;
  verdict: RunVerdict;
  /** the first ways in which calls were refused, each with its first call */
  refusals: Refusal[];
}

/** RunBefore is what is new in a run since the one that began before it. */
export interface RunBefore {
  /** the run before */
  run: string;
  /** that no account with the same label had then */
  refusals: RunRefusal[];
  /** documented outcomes that were covered then, and are not now */
  newly_missing: CoverageOutcome[];
}

/** RunLine is a run in a list. */
export interface RunLine {
  run: string;
  /** when its first account was opened, on the machine's clock */
  opened: string;
  /** when its last account was opened */
  last: string;
  /** existing now */
  accounts: number;
  /** deleted accounts */
  deleted: number;
  result: "passed" | "failed" | "nothing to judge";
  /** accounts whose verdict fails */
  failed: number;
  calls: number;
  /** of these, not answered with a success */
  refused: number;
  /** seconds from the opening of the first account to the end of the last call */
  duration: number;
  /** of the documented outcomes */
  covered: CoverageTotal;
}

/** RunList is the runs of a sandbox. */
export interface RunList {
  /** the run with the latest account is the last */
  runs: RunLine[];
  total: number;
  /** older runs that the sandbox has no room for */
  dropped: number;
}

/** RunRefusal is how calls of an account of a run were refused. */
export interface RunRefusal {
  vendor_code: string;
  label?: string;
  /** id, empty when unknown */
  operation?: string;
  /** 0 when no answer was sent */
  status: number;
  code?: string;
  /** who is at fault */
  cause: "client" | "scenario" | "sandbox";
  why?: string;
  /** that affected the calls */
  scenarios?: string[];
  calls: number;
  /** of the first calls; of dropped ones, one of them */
  ids: string[];
  /** whether these calls make the verdict fail */
  fails: boolean;
}

/** RunVerdict is the verdict of an account in short: the last one asked by POST, otherwise one without expectations, and an earlier failure where the calls have left the journal since. */
export interface RunVerdict {
  asked: boolean;
  /** on the machine's clock */
  time: string;
  result: "passed" | "failed" | "nothing to judge";
  passed: boolean;
  /** the first ones, shortened */
  failures: string[];
  /** further failures */
  more?: number;
  /** calls after the verdict */
  later?: number;
}

/** Sample is the input of a successful call. The credentials are not in it. */
export interface Sample {
  /** that names the record */
  handle?: string;
  /** by parameter */
  values: Record<string, string>;
  /** JSON, of a REST call */
  body?: string;
}

/** Scenario is a scenario of the library as lists show it. */
export interface Scenario {
  name: string;
  summary: string;
  /** ids of the operations that it can affect */
  operations: string[];
  /** shipped, folder, own, account for one of an account alone, or code for a bare error code */
  source: string;
  group: "failures" | "codes" | "connection" | "answers" | "own";
  /** what it does, by operation */
  effects: Effect[];
  /** the same in words, each thing once, such as 403 FORBIDDEN, once */
  does: string[];
  /** why its file cannot be read */
  error?: string;
  /** about what is legal but probably not meant */
  warnings?: Fault[];
}

/** ScenarioCheck describes the effects of a scenario, or its faults. */
export interface ScenarioCheck {
  valid: boolean;
  faults: Fault[];
  /** about what is legal but probably not meant */
  warnings?: Fault[];
  summary?: string;
  /** ids of the operations that it can affect */
  operations: string[];
  effects: Effect[];
  /** examined calls of the account, the last 100 at most */
  tried: number;
  /** those it would have affected, newest first */
  affects: EntryLine[];
}

/** ScenarioEvent reports a scenario that is, or no longer is, active for an account. */
export interface ScenarioEvent {
  account: string;
  name: string;
  /** ChangeActivated, ChangeSpent or ChangeEnded */
  change: "activated" | "spent" | "ended" | "created" | "changed" | "saved" | "deleted" | "reloaded" | "opened" | "settings";
  /** of ChangeActivated */
  active?: Activation;
}

/** ScenarioFile is a scenario with its file. */
export interface ScenarioFile {
  name: string;
  summary: string;
  /** ids of the operations that it can affect */
  operations: string[];
  /** shipped, folder, own, account for one of an account alone, or code for a bare error code */
  source: string;
  group: "failures" | "codes" | "connection" | "answers" | "own";
  /** what it does, by operation */
  effects: Effect[];
  /** the same in words, each thing once, such as 403 FORBIDDEN, once */
  does: string[];
  /** why its file cannot be read */
  error?: string;
  /** about what is legal but probably not meant */
  warnings?: Fault[];
  /** by flag, while it is active */
  features?: Record<string, boolean>;
  /** answers by open question, while it is active */
  assume?: Record<string, string>;
  /** empty for a bare error code */
  yaml: string;
}

/** SessionTurns are how many SOAP sessions end and become valid again, of those with a recorded login. */
export interface SessionTurns {
  expire: number;
  revive: number;
}

/** ShippingMethod is the carrier of a tangible order. */
export interface ShippingMethod {
  Code: string | null;
  TrackingUrl: string | null;
  TrackingNumber: string | null;
  Comment: string | null;
}

/** SignRequest is a call to sign: one of REST, or the SOAP login. */
export interface SignRequest {
  /** REST, the default, or SOAP */
  protocol?: string;
  /** of a REST call; the default is GET */
  method?: string;
  /** of a REST call, below the REST base, with the query; the default is /orders/ */
  path?: string;
  /** of a REST call */
  body?: string;
  /** sha256, sha3-256 or md5; the default is one accepted by the account */
  algorithm?: string;
  /** vendor code to sign; the default is the account's */
  code?: string;
  /** to sign with; the default is the account's */
  secret?: string;
  /** the date to sign, such as 2010-05-13 12:12:12; the default is one accepted by the account now */
  at?: string;
}

/** SignatureDiagnosis says whether a signature is right, and names its mistake otherwise. */
export interface SignatureDiagnosis {
  /** whether a call with it would be admitted; with a secret in the request, by an account with this secret */
  valid: boolean;
  /** whose secret verified it, empty when unknown and for a secret of the request */
  account?: string;
  /** vendor code, as it was read */
  code?: string;
  /** as it was read */
  date?: string;
  /** as it was read */
  algorithm?: string;
  /** the hash, as it was read */
  given?: string;
  /** the string signed by the sandbox */
  signed?: string;
  /** the other string signed by the client, when the mistake shows it */
  made?: string;
  /** the right hash */
  expected?: string;
  /** such as no-lengths */
  mistake?: string;
  /** what is wrong and what would be right */
  message: string;
  /** repairs made in order to read it */
  notes?: string[];
  /** absent for an unknown account */
  corrected?: Snippets;
}

/** SignatureRequest is a signature to diagnose: a credential header, the envelope of a SOAP login, their parts, or the id of a recorded call. */
export interface SignatureRequest {
  /** its value, with or without its name */
  header?: string;
  /** of a SOAP login */
  envelope?: string;
  /** vendor code */
  code?: string;
  /** as it was signed */
  date?: string;
  hash?: string;
  /** as it was named beside the hash */
  algorithm?: string;
  /** id of a recorded call */
  call?: string;
  /** whose secret verifies the hash; the default is the account of the code */
  account?: string;
  /** verifies the hash in place of an account's */
  secret?: string;
  /** when the call is made, such as 2010-05-13 12:12:12; the default is now, or the moment of the recorded call */
  at?: string;
}

/** SignedCall is a call with its signature. */
export interface SignedCall {
  method: string;
  url: string;
  /** the credential header of a REST call */
  header?: Field;
  /** of a SOAP login */
  envelope?: string;
  /** a session, as a SOAP login returns it; absent with another code or secret */
  session?: string;
  /** the signed string */
  signed: string;
  hash: string;
  /** how the hash is made */
  steps: Line[];
  /** whether the account accepts the signature now */
  accepted: boolean;
  /** why not */
  message?: string;
  /** when the account stops accepting it, on the machine's clock; absent while the account stays as it is */
  expires?: string;
  /** whether the certificate of the sandbox is self-signed */
  insecure: boolean;
  snippets: Snippets;
}

/** Snapshot is a saved state of an account's data. */
export interface Snapshot {
  name: string;
  /** when it was saved, on the machine's clock */
  time?: string;
  /** the same on the account's clock */
  account_time?: string;
  counts?: RecordCounts;
}

/** SnapshotEvent reports a saved or deleted snapshot. */
export interface SnapshotEvent {
  account: string;
  name: string;
  /** ChangeSaved or ChangeDeleted */
  change: "activated" | "spent" | "ended" | "created" | "changed" | "saved" | "deleted" | "reloaded" | "opened" | "settings";
}

/** Snippets are programs that make a call. Each signs the call itself when it runs, so it has the secret of the account. */
export interface Snippets {
  /** for a POSIX shell, with openssl */
  curl: string;
  php: string;
  python: string;
  node: string;
}

/** Step is one call of an order. At least one field is required, and Query and Where cannot be given together. */
export interface Step {
  operation?: string;
  q?: string;
  where?: string;
  /** between the end of the step before and the arrival of this one */
  gap?: Gap;
}

/** Subscription is a record of the kind Subscriptions. */
export interface Subscription {
  reference: string;
  /** reference, null for none */
  customer: number | null;
  /** code, null for none */
  partner: string | null;
  /** reference of the latest */
  order: string;
  /** code */
  product: string;
  quantity: number;
  /** codes */
  pricing_options: string[];
  /** whether an upgrade can succeed now */
  upgradable: boolean;
  /** why it is not upgradable */
  why_not?: string;
  /** codes of the products that it can be upgraded to */
  upgrade_products: string[];
  /** Y-m-d H:i:s, in UTC; empty when an imported order does not say it */
  start_date?: string;
  /** likewise; empty for no expiration */
  expiration_date?: string;
  enabled: boolean;
  /** on the account's clock */
  expired?: boolean;
  lifetime?: boolean;
  trial?: boolean;
  upgrade_needs_approval?: boolean;
  /** references, the purchase first */
  previous_orders?: string[];
  /** reference of an incomplete upgrade */
  upgrade_order?: string;
  sandbox: RecordNotes;
}

/** SubscriptionChange is a change of a subscription. Nil and empty fields change nothing. */
export interface SubscriptionChange {
  /** true only when its order is COMPLETE and it has not expired */
  enabled?: boolean;
  /** true only when it is enabled, has not expired and its product has upgrades */
  upgradable?: boolean;
  /** whether an upgrade waits for approval */
  upgrade_needs_approval?: boolean;
  /** Y-m-d H:i:s, Y-m-d, or from now on the account's clock, such as +30d or -1d; a moment up to now disables it */
  expiration_date?: string;
}

/** SubscriptionLine is a subscription in short. */
export interface SubscriptionLine {
  reference: string;
  /** reference, 0 for none */
  customer?: number;
  /** code */
  partner?: string;
  /** reference */
  order: string;
  /** code */
  product: string;
  quantity: number;
  /** Y-m-d H:i:s, in UTC */
  start?: string;
  /** likewise; empty for never */
  expiration?: string;
  /** on the account's clock */
  expired?: boolean;
  enabled: boolean;
  upgradable?: boolean;
  /** those that find room */
  handles?: string[];
}

/** SubscriptionTurns are how many subscriptions pass their expiration date, forwards and backwards. */
export interface SubscriptionTurns {
  expire: number;
  revive: number;
}

/** Tick is one or more things at a moment. */
export interface Tick {
  /** of the first of them */
  time: string;
  count: number;
}

/** Ticks are moments, at most 240 of them: close ones are counted as one. */
export interface Ticks {
  /** between the ends of the timeline */
  total: number;
  /** the earliest first */
  ticks: Tick[];
}

/** Timeline shows an account on its clock, around the present moment. */
export interface Timeline {
  clock: Clock;
  from: string;
  to: string;
  /** where the window of a search without filters begins (section 4.1) */
  window: string;
  /** dates of the orders found by a search without filters within its window */
  orders: Ticks;
  /** expiration dates */
  subscriptions: Ticks;
  /** that are recorded */
  calls: Ticks;
  campaigns: TimelineCampaigns;
  /** of the last 50 recorded logins */
  sessions: TimelineSession[];
  /** those that know their time */
  snapshots: Snapshot[];
}

/** TimelineCampaign is when a campaign runs. */
export interface TimelineCampaign {
  code: string;
  name: string;
  /** on the account's clock */
  standing: "disabled" | "upcoming" | "running" | "expired";
  /** Y-m-d, empty for none */
  start?: string;
  /** likewise, the day included */
  end?: string;
}

/** TimelineCampaigns are the campaigns with a day between the ends of a timeline. */
export interface TimelineCampaigns {
  total: number;
  /** at most 60, those that begin or end within first */
  rows: TimelineCampaign[];
}

/** TimelineSession is how long a SOAP session is valid. */
export interface TimelineSession {
  from: string;
  to: string;
}

/** Trial is the trial period of an item, in days. */
export interface Trial {
  Period: number;
  Price: number;
  VAT: number;
  GrossPrice: number;
  NetPrice: number;
}

/** TrialCall is a call of a trial. */
export interface TrialCall {
  /** such as create-upsell#1 */
  name: string;
  /** since the first call of the trial */
  at_ns: number;
  /** 0 when no answer was sent */
  status: number;
  /** error code */
  code?: string;
  /** that it met */
  fault?: string;
  /** its effects on records, such as: created campaign 0A1B */
  wrote?: string[];
}

/** Trigger is how a scenario came to affect a call. Without a scenario, it is a feature or an answer changed by the account itself or a start flag. */
export interface Trigger {
  scenario?: string;
  by: "account" | "times" | "period" | "baseline" | "header" | "value" | "feature" | "question";
  /** of the feature or the question */
  name?: string;
}

/** UncoveredOutcomes are the documented failures covered by no call since the account was opened. */
export interface UncoveredOutcomes {
  /** outcomes stated by the interface, successes too */
  documented: number;
  covered: number;
  /** rounded down to one digit */
  percent: number;
  /** percent required by the request */
  required?: number;
  /** failures only */
  missing: CoverageOutcome[];
}

/** ValuePair is a value of both answers. */
export interface ValuePairOfInt {
  a: number;
  b: number;
}

/** ValuePair is a value of both answers. */
export interface ValuePairOfString {
  a: string;
  b: string;
}

/** Verdict sums a session up: the failures, and whatever is worth knowing about the calls of an account. */
export interface Verdict {
  account: string;
  /** on the machine's clock */
  time: string;
  result: "passed" | "failed" | "nothing to judge";
  /** whether Failures is empty, which it also is with nothing to judge */
  passed: boolean;
  /** whether the expectations are satisfied, and nothing else was called if they ask for it */
  verified: boolean;
  /** the findings of the expectations, for a failed test */
  message?: string;
  /** reasons for a failed verdict, one sentence each */
  failures: string[];
  /** verified ones, previews left out */
  calls: number;
  /** calls that the journal had no room for; they count by how they ended */
  dropped: number;
  /** seconds from the first call to the end of the last one */
  duration: number;
  /** refused calls, by the reason */
  refused: Refusal[];
  /** of these, the calls that no expectation matches */
  unasserted: Refusal[];
  /** open questions behind the answers; dropped calls left out */
  questions: QuestionUse[];
  /** scenarios that were active and affected no call; dropped calls left out */
  idle_scenarios: IdleScenario[];
  /** spellings accepted by the sandbox, but not in the document */
  departures: Departure[];
  /** documented failures that no call covered */
  uncovered: UncoveredOutcomes;
  /** one for each expectation, in their order */
  results: Verification[];
  /** of NothingElse: the first calls that match no expectation, oldest first; dropped calls left out */
  unexpected?: EntryLine[];
  /** what nobody knows of dropped calls; it makes the verdict fail */
  uncertain?: string[];
  /** which calls match no expectation, where that is a failure */
  nothing_else?: string;
}

/** VerdictRequest says what a verdict verifies. The zero value only expects no refused call. */
export interface VerdictRequest {
  expectations?: Expectation[];
  /** whether every call must match one of the expectations */
  nothing_else?: boolean;
  /** how long to wait for the expected calls; in JSON as text, such as 5s */
  within?: string;
  /** id of a call: only calls after it count */
  since?: string;
  /** percent of the documented outcomes that must be covered */
  min_coverage?: number;
  /** whether refusals by a scenario must be expected too */
  assert_arranged?: boolean;
  /** whether the run of the account keeps what was asked before */
  look?: boolean;
  /** whether calls must be spelt as the document says */
  assert_spelling?: boolean;
}

/** Verification is the result of an expectation. */
export interface Verification {
  verified: boolean;
  /** matching calls or records; of an order, steps found */
  count: number;
  /** calls that the journal had no room for; they count by how they ended */
  dropped: number;
  /** one sentence for a failed test */
  message: string;
  /** null when verified, or when there is no call */
  closest: Closest | null;
  /** the expectation in words, such as login: at least 1 */
  expected?: string;
  /** whether it is not verified because some calls were dropped or could not be evaluated */
  uncertain?: boolean;
  /** of an order: ids of the calls of the steps found */
  found?: string[];
  /** the calls, when all are of other operations than expected */
  others?: OperationCount[];
  /** the first calls that the condition could not be evaluated for */
  errors?: EvaluationError[];
  /** of too many: the first matching calls, oldest first */
  matched?: EntryLine[];
  /** of NothingElse: the first calls that do not match, oldest first; dropped calls left out */
  unexpected?: EntryLine[];
}

/** Warning is something that a merchant may not have meant. */
export interface Warning {
  /** such as unknown_marker */
  kind: string;
  message: string;
}

/** Without is how a call would have ended without the reason for its refusal: without all scenarios or, if none affected it, with the default features and answers. */
export interface Without {
  status: number;
  /** empty for a success */
  code?: string;
}

/** World is a world that an account can start with. */
export interface World {
  name: string;
  summary: string;
  source: "shipped" | "own";
  /** of your own file */
  path?: string;
  /** generated ones included, as in the counts below */
  orders: number;
  customers: number;
  campaigns: number;
  products: number;
  partners: number;
  handles: number;
}

/** WorldCheck is whether a world, or a fragment of one, can be used. */
export interface WorldCheck {
  valid: boolean;
  faults: Fault[];
}

/** The routes: what each takes and answers. */
export interface Routes {
  /** the routes of the control interface */
  "GET /_sandbox/": { path: {}; query: {}; body: undefined; answer: List<"routes", Route>; };
  /** what the sandbox is: instance, version, first account, addresses, limits, its own failures */
  "GET /_sandbox/about": { path: {}; query: {}; body: undefined; answer: About; };
  /** whether the process is up */
  "GET /_sandbox/live": { path: {}; query: {}; body: undefined; answer: Live; };
  /** whether the sandbox is ready, or what it waits for */
  "GET /_sandbox/ready": { path: {}; query: {}; body: undefined; answer: Ready; };
  /** the self-signed certificate, for clients that are to trust it */
  "GET /_sandbox/certificate.pem": { path: {}; query: {}; body: undefined; answer: string; };
  /** all accounts, secrets masked */
  "GET /_sandbox/accounts": { path: {}; query: {q?: string; sort?: string; limit?: string}; body: undefined; answer: List<"accounts", AccountState>; };
  /** open an account */
  "POST /_sandbox/accounts": { path: {}; query: {}; body: NewAccount; answer: AccountState; status: 201; };
  /** diagnose a signature without a call; nothing is kept */
  "POST /_sandbox/signature": { path: {}; query: {}; body: SignatureRequest; answer: SignatureDiagnosis; };
  /** which outcomes the calls of all accounts covered, deleted accounts included */
  "GET /_sandbox/coverage": { path: {}; query: {format?: string}; body: undefined; answer: CoverageReport; };
  /** count all outcomes from zero again */
  "DELETE /_sandbox/coverage": { path: {}; query: {}; body: undefined; answer: undefined; status: 204; };
  /** the runs in short, the one that opened an account last at the end */
  "GET /_sandbox/runs": { path: {}; query: {}; body: undefined; answer: RunList; };
  /** sum up a run: its accounts with their labels and verdicts, deleted ones too, and what their calls covered */
  "GET /_sandbox/runs/{run}": { path: {run: string}; query: {format?: string}; body: undefined; answer: Run; };
  /** delete a run with its accounts, never the first account */
  "DELETE /_sandbox/runs/{run}": { path: {run: string}; query: {}; body: undefined; answer: DeletedRun; };
  /** the kept reports of rehearsals in short, the newest first */
  "GET /_sandbox/rehearsals": { path: {}; query: {}; body: undefined; answer: RehearsalList; };
  /** keep the report of a rehearsal; the newest twenty are kept */
  "POST /_sandbox/rehearsals": { path: {}; query: {}; body: Rehearsal; answer: RehearsalLine; status: 201; };
  /** a kept report of a rehearsal */
  "GET /_sandbox/rehearsals/{id}": { path: {id: string}; query: {}; body: undefined; answer: Rehearsal; };
  /** delete a kept report of a rehearsal */
  "DELETE /_sandbox/rehearsals/{id}": { path: {id: string}; query: {}; body: undefined; answer: undefined; status: 204; };
  /** the library of scenarios */
  "GET /_sandbox/scenarios": { path: {}; query: {account?: string}; body: undefined; answer: List<"scenarios", Scenario>; };
  /** one scenario with its file */
  "GET /_sandbox/scenarios/{name}": { path: {name: string}; query: {}; body: undefined; answer: ScenarioFile; };
  /** save a scenario of your own */
  "PUT /_sandbox/scenarios/{name}": { path: {name: string}; query: {}; body: string; answer: ScenarioFile; };
  /** delete a scenario of your own */
  "DELETE /_sandbox/scenarios/{name}": { path: {name: string}; query: {}; body: undefined; answer: undefined; status: 204; };
  /** check a scenario without saving it */
  "POST /_sandbox/scenarios/check": { path: {}; query: {account?: string}; body: string; answer: ScenarioCheck; };
  /** read the folder of scenarios at once, and list what changed */
  "POST /_sandbox/scenarios/reload": { path: {}; query: {}; body: undefined; answer: List<"changes", FolderChange>; };
  /** the worlds that an account can start with */
  "GET /_sandbox/worlds": { path: {}; query: {}; body: undefined; answer: List<"worlds", World>; };
  /** the file of a world; own is the one that the sandbox was started with */
  "GET /_sandbox/worlds/{name}": { path: {name: string}; query: {}; body: undefined; answer: string; };
  /** the pages of the guide in reading order */
  "GET /_sandbox/guide": { path: {}; query: {}; body: undefined; answer: List<"pages", GuidePage>; };
  /** one page of the guide as Markdown, such as start.md */
  "GET /_sandbox/guide/{page}": { path: {page: string}; query: {}; body: undefined; answer: string; };
  /** the guide and the documents of the interfaces for language models, in the form of llmstxt.org */
  "GET /_sandbox/llms.txt": { path: {}; query: {}; body: undefined; answer: string; };
  /** the JSON Schema of scenario files */
  "GET /_sandbox/scenario.schema.json": { path: {}; query: {}; body: undefined; answer: Record<string, unknown>; };
  /** the JSON Schema of world files and of fragments */
  "GET /_sandbox/world.schema.json": { path: {}; query: {}; body: undefined; answer: Record<string, unknown>; };
  /** the open questions and their answers */
  "GET /_sandbox/questions": { path: {}; query: {}; body: undefined; answer: List<"questions", Question>; };
  /** the interface as data: operations, outcomes, limits, features, codes */
  "GET /_sandbox/catalog": { path: {}; query: {}; body: undefined; answer: Catalog; };
  /** one operation: rules in order, parameters, outcomes, open questions, examples, recorded exchanges */
  "GET /_sandbox/operations/{id}": { path: {id: string}; query: {account?: string}; body: undefined; answer: OperationDetail; };
  /** the OpenAPI document of the control interface */
  "GET /_sandbox/control.openapi.json": { path: {}; query: {}; body: undefined; answer: Record<string, unknown>; };
  /** the fields of the query language of a kind of list */
  "GET /_sandbox/query": { path: {}; query: {kind?: string}; body: undefined; answer: QueryFields; };
  /** check a query without asking it */
  "POST /_sandbox/query/check": { path: {}; query: {}; body: Query; answer: QueryCheck; };
  /** the OpenAPI document of the REST operations */
  "GET /_sandbox/openapi.json": { path: {}; query: {account?: string; for?: string}; body: undefined; answer: Record<string, unknown>; };
  /** everything that happens, as server-sent events */
  "GET /_sandbox/stream": { path: {}; query: {accounts?: string; q?: string; view?: string; last?: string}; body: undefined; answer: {"account": AccountEvent; "call": Entry; "cleared": ClearedEvent; "clock": ClockEvent; "ended": EndedEvent; "feature": FeatureEvent; "held": HeldEvent; "hello": Hello; "library": LibraryEvent; "missed": Missed; "question": QuestionEvent; "record": RecordEvent; "reset": ResetEvent; "scenario": ScenarioEvent; "snapshot": SnapshotEvent}; };
  /** the calls of an account, newest first; of none those that belong to no account */
  "GET /_sandbox/accounts/{code}/requests": { path: {code: string}; query: {q?: string; operation?: string; status?: string; code?: string; scenario?: string; after?: string; since?: string; before?: string; limit?: string; view?: string; facets?: string; format?: string}; body: undefined; answer: Entries | EntryLines | Record<string, unknown>; };
  /** delete the recorded calls of an account; of none those that belong to no account */
  "DELETE /_sandbox/accounts/{code}/requests": { path: {code: string}; query: {}; body: undefined; answer: undefined; status: 204; };
  /** one call with all that explains it */
  "GET /_sandbox/requests/{id}": { path: {id: string}; query: {format?: string; masked?: string}; body: undefined; answer: Entry; };
  /** draft a scenario that gives calls like this one the answer it got */
  "POST /_sandbox/requests/{id}/scenario": { path: {id: string}; query: {}; body: undefined; answer: DraftedScenario; };
  /** how two calls and their answers differ, field by field */
  "POST /_sandbox/compare": { path: {}; query: {}; body: Compare; answer: Comparison; };
  /** one account */
  "GET /_sandbox/accounts/{code}": { path: {code: string}; query: {}; body: undefined; answer: AccountState; };
  /** change an account: its features, its answers to open questions, whether its calls store nothing, its run and label */
  "PATCH /_sandbox/accounts/{code}": { path: {code: string}; query: {}; body: AccountChange; answer: AccountState; };
  /** delete an account with all that belongs to it */
  "DELETE /_sandbox/accounts/{code}": { path: {code: string}; query: {}; body: undefined; answer: undefined; status: 204; };
  /** delete an account, and answer its calls and the records that differ from those of another one */
  "POST /_sandbox/accounts/{code}/close": { path: {code: string}; query: {}; body: Close; answer: Closed; };
  /** the clock of an account */
  "GET /_sandbox/accounts/{code}/clock": { path: {code: string}; query: {}; body: undefined; answer: Clock; };
  /** change the clock of an account, or say with dry_run what that would do */
  "PUT /_sandbox/accounts/{code}/clock": { path: {code: string}; query: {}; body: ClockChange; answer: Clock | ClockPreview; };
  /** what an account has on its clock: orders, campaigns, subscriptions, sessions, snapshots, calls */
  "GET /_sandbox/accounts/{code}/timeline": { path: {code: string}; query: {from?: string; to?: string}; body: undefined; answer: Timeline; };
  /** the active scenarios, the latest first */
  "GET /_sandbox/accounts/{code}/scenarios": { path: {code: string}; query: {}; body: undefined; answer: List<"scenarios", Activation>; };
  /** deactivate all scenarios */
  "DELETE /_sandbox/accounts/{code}/scenarios": { path: {code: string}; query: {}; body: undefined; answer: undefined; status: 204; };
  /** what a scenario is for an account, with its file */
  "GET /_sandbox/accounts/{code}/scenarios/{name}": { path: {code: string; name: string}; query: {}; body: undefined; answer: ScenarioFile; };
  /** activate a scenario or an error code, or with application/yaml a scenario of this account alone */
  "PUT /_sandbox/accounts/{code}/scenarios/{name}": { path: {code: string; name: string}; query: {}; body: ActivationLimits | string; answer: Activation; };
  /** deactivate a scenario, and delete one of this account alone */
  "DELETE /_sandbox/accounts/{code}/scenarios/{name}": { path: {code: string; name: string}; query: {keep?: string}; body: undefined; answer: undefined; status: 204; };
  /** the secret of an account */
  "GET /_sandbox/accounts/{code}/secret": { path: {code: string}; query: {}; body: undefined; answer: AccountSecret; };
  /** sign a call, and show it as programs that sign it themselves */
  "POST /_sandbox/accounts/{code}/sign": { path: {code: string}; query: {}; body: SignRequest; answer: SignedCall; };
  /** reset an account to its world, to an empty one or to a snapshot */
  "POST /_sandbox/accounts/{code}/reset": { path: {code: string}; query: {}; body: Reset; answer: AccountState; };
  /** the account and its calls as one zip, which another sandbox opens */
  "GET /_sandbox/accounts/{code}/bundle": { path: {code: string}; query: {secret?: string}; body: undefined; answer: string; };
  /** the snapshots of an account */
  "GET /_sandbox/accounts/{code}/snapshots": { path: {code: string}; query: {}; body: undefined; answer: List<"snapshots", Snapshot>; };
  /** how the records of a snapshot, or of an account, differ from those of another one, field by field */
  "GET /_sandbox/accounts/{code}/differences": { path: {code: string}; query: {from?: string; to?: string; limit?: string}; body: undefined; answer: Differences; };
  /** save the present data under a name */
  "PUT /_sandbox/accounts/{code}/snapshots/{name}": { path: {code: string; name: string}; query: {}; body: undefined; answer: Snapshot; };
  /** delete a snapshot */
  "DELETE /_sandbox/accounts/{code}/snapshots/{name}": { path: {code: string; name: string}; query: {}; body: undefined; answer: undefined; status: 204; };
  /** say which answers to open questions a recording of the service shows, an HTTP Archive; nothing is kept */
  "POST /_sandbox/accounts/{code}/learn": { path: {code: string}; query: {file?: string}; body: string; answer: Learned; };
  /** the refused calls of an account that came last, explained for people, with those of no account since it was opened */
  "GET /_sandbox/accounts/{code}/refused": { path: {code: string}; query: {limit?: string; format?: string}; body: undefined; answer: List<"refused", RefusedCall>; };
  /** sum up the calls of an account: which expected ones were made, and wait for them; what was refused, and what nobody expected */
  "POST /_sandbox/accounts/{code}/verdict": { path: {code: string}; query: {format?: string}; body: VerdictRequest; answer: Verdict; };
  /** which outcomes the calls of an account covered */
  "GET /_sandbox/accounts/{code}/coverage": { path: {code: string}; query: {format?: string}; body: undefined; answer: CoverageReport; };
  /** the names that the world gives to records, each with its kind and its ids */
  "GET /_sandbox/accounts/{code}/handles": { path: {code: string}; query: {}; body: undefined; answer: Record<string, Record<string, string>>; };
  /** change an order along the legal transitions */
  "PATCH /_sandbox/accounts/{code}/orders/{id}": { path: {code: string; id: string}; query: {}; body: OrderChange; answer: OrderRecord; };
  /** the bytes of a form that was uploaded to an order, n from 1 */
  "GET /_sandbox/accounts/{code}/orders/{id}/forms/{n}": { path: {code: string; id: string; n: string}; query: {}; body: undefined; answer: string; };
  /** all records of an account with their handles and running numbers, as a world file or as JSON */
  "GET /_sandbox/accounts/{code}/export": { path: {code: string}; query: {format?: string}; body: undefined; answer: string | Record<string, unknown>; };
  /** change a subscription, and how orders show it */
  "PATCH /_sandbox/accounts/{code}/subscriptions/{id}": { path: {code: string; id: string}; query: {}; body: SubscriptionChange; answer: Subscription; };
  /** change a customer, and the CustomerDetails of the customer's orders */
  "PATCH /_sandbox/accounts/{code}/customers/{id}": { path: {code: string; id: string}; query: {}; body: CustomerChange; answer: CustomerRecord; };
  /** change fields of a campaign, by the rules of update-upsell */
  "PATCH /_sandbox/accounts/{code}/campaigns/{id}": { path: {code: string; id: string}; query: {}; body: CampaignChange; answer: CampaignRecord; };
  /** change a product; what was sold stays as it was */
  "PATCH /_sandbox/accounts/{code}/products/{id}": { path: {code: string; id: string}; query: {}; body: ProductChange; answer: ProductRecord; };
  /** what was changed beside the calls of an account: records, clock, scenarios, features, answers */
  "GET /_sandbox/accounts/{code}/by-hand": { path: {code: string}; query: {record?: string; limit?: string}; body: undefined; answer: ByHand; };
  /** add a world fragment */
  "POST /_sandbox/accounts/{code}/world": { path: {code: string}; query: {dry_run?: string; whole?: string}; body: string; answer: List<"records", AddedRecord> | WorldCheck; status: 201; };
  /** import records of any kind, or an export as JSON */
  "POST /_sandbox/accounts/{code}/records": { path: {code: string}; query: {kind?: string; dry_run?: string; replace?: string; lenient?: string; keep_going?: string; shift_dates?: string; anonymize?: string; file?: string}; body: Record<string, unknown>; answer: Imported | Imported; status: 201; };
  /** the orders of an account */
  "GET /_sandbox/accounts/{code}/orders": { path: {code: string}; query: {q?: string; sort?: string; limit?: string; offset?: string; view?: string; reference?: string; status?: string; approval?: string; date?: string; after?: string; before?: string; test?: string; external?: string; customer?: string; name?: string; company?: string; email?: string; country?: string; currency?: string; total?: string; product?: string; partner?: string; dispute?: string; purchase_order?: string; sale?: string; invoice?: string; handle?: string; text?: string}; body: undefined; answer: List<"orders", OrderRecord> | List<"orders", OrderLine>; };
  /** one order */
  "GET /_sandbox/accounts/{code}/orders/{id}": { path: {code: string; id: string}; query: {}; body: undefined; answer: OrderRecord; };
  /** delete one order with its subscriptions and forms, or say with dry_run what that would do */
  "DELETE /_sandbox/accounts/{code}/orders/{id}": { path: {code: string; id: string}; query: {dry_run?: string}; body: undefined; answer: Deletion; };
  /** the campaigns of an account */
  "GET /_sandbox/accounts/{code}/campaigns": { path: {code: string}; query: {q?: string; sort?: string; limit?: string; offset?: string; view?: string; code?: string; name?: string; standing?: string; enabled?: string; renewals?: string; start?: string; end?: string; primary?: string; recommended?: string; product?: string; language?: string; warning?: string; handle?: string; text?: string}; body: undefined; answer: List<"campaigns", CampaignRecord> | List<"campaigns", CampaignLine>; };
  /** one campaign */
  "GET /_sandbox/accounts/{code}/campaigns/{id}": { path: {code: string; id: string}; query: {}; body: undefined; answer: CampaignRecord; };
  /** delete one campaign, or say with dry_run what that would do */
  "DELETE /_sandbox/accounts/{code}/campaigns/{id}": { path: {code: string; id: string}; query: {dry_run?: string}; body: undefined; answer: Deletion; };
  /** the customers of an account */
  "GET /_sandbox/accounts/{code}/customers": { path: {code: string}; query: {q?: string; sort?: string; limit?: string; offset?: string; view?: string; reference?: string; external?: string; name?: string; company?: string; email?: string; country?: string; language?: string; enabled?: string; trial?: string; handle?: string; text?: string}; body: undefined; answer: List<"customers", CustomerRecord> | List<"customers", CustomerLine>; };
  /** one customer */
  "GET /_sandbox/accounts/{code}/customers/{id}": { path: {code: string; id: string}; query: {}; body: undefined; answer: CustomerRecord; };
  /** delete one customer with the orders, or say with dry_run what that would do */
  "DELETE /_sandbox/accounts/{code}/customers/{id}": { path: {code: string; id: string}; query: {dry_run?: string}; body: undefined; answer: Deletion; };
  /** the subscriptions of an account */
  "GET /_sandbox/accounts/{code}/subscriptions": { path: {code: string}; query: {q?: string; sort?: string; limit?: string; offset?: string; view?: string; reference?: string; customer?: string; partner?: string; order?: string; product?: string; quantity?: string; start?: string; expiration?: string; expired?: string; enabled?: string; upgradable?: string; handle?: string; text?: string}; body: undefined; answer: List<"subscriptions", Subscription> | List<"subscriptions", SubscriptionLine>; };
  /** one subscription */
  "GET /_sandbox/accounts/{code}/subscriptions/{id}": { path: {code: string; id: string}; query: {}; body: undefined; answer: Subscription; };
  /** delete one subscription, or say with dry_run what that would do */
  "DELETE /_sandbox/accounts/{code}/subscriptions/{id}": { path: {code: string; id: string}; query: {dry_run?: string}; body: undefined; answer: Deletion; };
  /** the products of an account */
  "GET /_sandbox/accounts/{code}/products": { path: {code: string}; query: {q?: string; sort?: string; limit?: string; offset?: string; view?: string; code?: string; name?: string; months?: string; tangible?: string; currency?: string; upgrade?: string; handle?: string; text?: string}; body: undefined; answer: List<"products", ProductRecord> | List<"products", ProductLine>; };
  /** one product */
  "GET /_sandbox/accounts/{code}/products/{id}": { path: {code: string; id: string}; query: {}; body: undefined; answer: ProductRecord; };
  /** delete one product that nothing uses, or say with dry_run what that would do */
  "DELETE /_sandbox/accounts/{code}/products/{id}": { path: {code: string; id: string}; query: {dry_run?: string}; body: undefined; answer: Deletion; };
  /** the partners of an account */
  "GET /_sandbox/accounts/{code}/partners": { path: {code: string}; query: {q?: string; sort?: string; limit?: string; offset?: string; view?: string; code?: string; name?: string; currency?: string; margin?: string; handle?: string; text?: string}; body: undefined; answer: List<"partners", PartnerRecord> | List<"partners", PartnerLine>; };
  /** one partner */
  "GET /_sandbox/accounts/{code}/partners/{id}": { path: {code: string; id: string}; query: {}; body: undefined; answer: PartnerRecord; };
  /** delete one partner that nothing uses, or say with dry_run what that would do */
  "DELETE /_sandbox/accounts/{code}/partners/{id}": { path: {code: string; id: string}; query: {dry_run?: string}; body: undefined; answer: Deletion; };
}
