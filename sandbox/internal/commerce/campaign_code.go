package commerce

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"time"
)

// NewCampaignCode returns the code of a new campaign (section 2.2): a UUID of
// version 7, so codes sort by creation. Its milliseconds are the clock's, but
// always above the latest code's ("" for none), because a clock may be frozen or
// move back. Its other bits come from the running number of the creation and not
// from chance, so the same calls at the same moments give the same codes.
func NewCampaignCode(now time.Time, latest string, creation uint64) string {
	milliseconds := max(now.UnixMilli(), 0)
	if u, ok := parseUUID(latest); ok {
		milliseconds = max(milliseconds, u.milliseconds()+1)
	}
	var seed [16]byte
	binary.BigEndian.PutUint64(seed[:8], uint64(milliseconds))
	binary.BigEndian.PutUint64(seed[8:], creation)
	sum := sha256.Sum256(seed[:])
	var u uuid
	copy(u[:], sum[:])
	copy(u[:6], seed[2:8])
	u[6] = u[6]&0x0f | 7<<4 // the version
	u[8] = u[8]&0x3f | 2<<6 // the variant
	return u.String()
}

// LatestCampaignCode returns the code of the latest created campaign, "" for none.
func LatestCampaignCode(campaigns Campaigns) string {
	for latest := range campaigns.Newest() {
		if _, ok := parseUUID(latest.Code); ok {
			return latest.Code
		}
	}
	return ""
}

// uuid is a UUID of any version.
type uuid [16]byte

// parseUUID reads the form 8-4-4-4-12, in either case.
func parseUUID(s string) (u uuid, ok bool) {
	digits, err := hex.DecodeString(strings.ReplaceAll(s, "-", ""))
	copy(u[:], digits)
	return u, err == nil && strings.EqualFold(u.String(), s)
}

// String returns the form 8-4-4-4-12 in lower case.
func (u uuid) String() string {
	digits := hex.EncodeToString(u[:])
	return digits[:8] + "-" + digits[8:12] + "-" + digits[12:16] + "-" + digits[16:20] + "-" + digits[20:]
}

// milliseconds returns the first 48 bits, a Unix time in version 7.
func (u uuid) milliseconds() int64 {
	return int64(binary.BigEndian.Uint64(u[:8]) >> 16)
}

// canonicalCode returns a campaign's code as it is stored, in lower case;
// false when it is not a UUID (section 2.2).
func canonicalCode(code string) (string, bool) {
	u, ok := parseUUID(code)
	if !ok {
		return "", false
	}
	return u.String(), true
}

// IsCampaignCode reports whether a code is spelled as campaigns are stored.
func IsCampaignCode(code string) bool {
	canonical, ok := canonicalCode(code)
	return ok && canonical == code
}
