package record

// ItemOf returns the line showing a subscription, and the subscription as shown
// there, nil for none.
func (r *StoredOrder) ItemOf(subscription string) (*Item, *ItemSubscription) {
	for i := range r.Order.Items {
		shown := r.Order.Items[i].ProductDetails.Subscriptions
		for j := range shown {
			if shown[j].SubscriptionReference == subscription {
				return &r.Order.Items[i], &shown[j]
			}
		}
	}
	return nil, nil
}

// RefundTotal returns the sum of all refunds.
func (o *Order) RefundTotal() (sum Money) {
	for _, r := range o.Refunds {
		sum = sum.Plus(r.Amount)
	}
	return sum
}
