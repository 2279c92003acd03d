package account

import (
	"encoding/json"
	"fmt"
)

// loadAccounts opens the accounts of the store after a restart: each with its Document and its
// records. Its calls and their coverage are gone, its sessions go on, and of scenarios those of
// the baseline are active.
func (r *Registry) loadAccounts() error {
	records, err := r.store.Accounts()
	if err != nil {
		return err
	}
	for _, record := range records {
		a := r.newAccount(record.Code, record.Code)
		var d Document
		if err := json.Unmarshal(record.Document, &d); err != nil {
			return fmt.Errorf("account %s: the stored document is damaged: %w", record.Code, err)
		}
		if err := a.prepare(d); err != nil {
			return err
		}
		a.reportScenarios()
		a.findRecords("the sandbox started")
		r.accounts[record.Code] = a
		r.runs.RecordOpening(a)
	}
	for _, a := range r.accounts {
		a.owner = r.accounts[a.Document().Owner]
	}
	return nil
}
