package catalog

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"

// Circumstances are the facts of a call that decide which questions could have changed
// its answer. They may be joined with |.
type Circumstances uint16

// The circumstances of a call.
const (
	OneOrder       Circumstances = 1 << iota // the answer shows an order
	SeveralOrders                            // the page shows more than one order
	LaterPage                                // Page is above 1
	DeepPage                                 // Page is above DeepestPage
	NoStatuses                               // the search does not name Statuses
	OneStatus                                // the search names Enabled or Disabled
	NoCredentials                            // the credential header is missing
	OtherDigest                              // the hash is right, in a digest not accepted by the account
	DateOff                                  // the hash is right, the date too far off
	Expired                                  // the session has expired
	MarkedHeader                             // a SOAP header is marked with mustUnderstand
	SeveralOptions                           // an item has several pricing options
	LaterOrders                              // the account has orders later than its clock
	OtherLogin                               // a login opens a session without sha256
	MorePlaces                               // an amount has more than two places
)

// DeepestPage is the last page where page-depth is answered 200.
const DeepestPage = 200

// decisive are the circumstances required for a question to change an answer. The other
// questions can change every answer that depends on them.
var decisive = map[QuestionID]Circumstances{
	Nulls:            OneOrder,
	RefundMoney:      OneOrder,
	PageTotals:       SeveralOrders,
	PageStability:    LaterPage,
	PageDepth:        DeepPage,
	CampaignStatuses: NoStatuses,
	EndedCampaigns:   OneStatus,
	RESTAuth:         NoCredentials,
	RESTHash:         OtherDigest,
	RESTSkew:         DateOff,
	SessionLife:      Expired,
	SOAPHeaders:      MarkedHeader,
	OptionGroups:     SeveralOptions,
	FutureOrders:     LaterOrders,
	LoginAlgorithm:   OtherLogin,
	AmountPlaces:     MorePlaces,
}

// dependence is the list of questions behind an outcome, and every text about them for an
// answer, worked out once.
type dependence struct {
	ids      []QuestionID
	text     string                   // of all questions
	deciding Circumstances            // that make a difference to choices
	choices  map[Circumstances]string // of the questions that can have changed an answer
}

// dependsOn returns the dependence on questions. In given circumstances, a question can have
// changed an answer if it has a choice or matters to some calls only, and if everything that
// it needs is among the circumstances.
func dependsOn(ids ...QuestionID) *dependence {
	d := &dependence{ids: ids, text: phrase.List(ids...), choices: map[Circumstances]string{}}
	for _, id := range ids {
		d.deciding |= decisive[id]
	}
	for in := d.deciding; ; in = (in - 1) & d.deciding { // every subset
		var choices []QuestionID
		for _, id := range ids {
			needed, some := decisive[id]
			if (some || questions[questionIndex[id]].HasChoice()) && in&needed == needed {
				choices = append(choices, id)
			}
		}
		d.choices[in] = phrase.List(choices...)
		if in == 0 {
			return d
		}
	}
}
