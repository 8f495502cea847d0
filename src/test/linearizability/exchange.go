// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/anishathalye/porcupine"
)

// Operation is a line of a history: what a client asked for, when, and what it was answered. Without an outcome it was
// not answered: it may have been executed at any time after its call, or not at all.
type Operation struct {
	Client     int    `json:"client"`
	CallNs     int64  `json:"callNs"`
	ReturnNs   int64  `json:"returnNs"`
	Instrument int    `json:"instrument"`
	Kind       string `json:"kind"`    // PLACE, CANCEL, READ
	Order      string `json:"order"`   // login/clOrdId, given by the client; of PLACE and CANCEL
	Side       string `json:"side"`    // BUY, SELL; of PLACE
	Price      int64  `json:"price"`   // of PLACE
	Lots       int64  `json:"lots"`    // of PLACE
	Rests      bool   `json:"rests"`   // of PLACE: what is not traded rests in the book
	Outcome    string `json:"outcome"` // ACCEPTED, CANCELLED, READ, else the reason of a rejection
	OrderID    int64  `json:"orderId"` // ACCEPTED: number from the exchange, rising
	Fills      []Fill `json:"fills"`   // ACCEPTED
	Removed    int64  `json:"removed"` // CANCELLED: lots
	Book       []Rest `json:"book"`    // READ: bids then asks, best price first, oldest first
}

// Fill is a trade with an order that rested.
type Fill struct {
	Order string `json:"order"`
	Price int64  `json:"price"`
	Lots  int64  `json:"lots"`
}

// Rest is an order in the book.
type Rest struct {
	Order string `json:"order"`
	Side  string `json:"side"`
	Price int64  `json:"price"`
	Lots  int64  `json:"lots"`
}

// book is the state of one instrument; it is never changed, each step makes another one.
type book struct {
	rests  []Rest // as in Operation.Book
	lastID int64
}

const notFound = "UNKNOWN_ORDER"

// exchange is the sequential specification: continuous trading in price-time order, each instrument on its own.
var exchange = porcupine.Model{
	Partition: byInstrument,
	Init:      func() any { return book{} },
	Step: func(state, input, output any) (bool, any) {
		return step(state.(book), input.(Operation))
	},
	Equal: func(one, other any) bool {
		a, b := one.(book), other.(book)
		return a.lastID == b.lastID && slices.Equal(a.rests, b.rests)
	},
	DescribeOperation: func(input, output any) string { return input.(Operation).String() },
	DescribeState:     func(state any) string { return fmt.Sprint(state.(book).rests) },
}

func byInstrument(history []porcupine.Operation) [][]porcupine.Operation {
	parts := map[int][]porcupine.Operation{}
	for _, one := range history {
		instrument := one.Input.(Operation).Instrument
		parts[instrument] = append(parts[instrument], one)
	}
	instruments := make([]int, 0, len(parts))
	for instrument := range parts {
		instruments = append(instruments, instrument)
	}
	sort.Ints(instruments)
	all := make([][]porcupine.Operation, 0, len(parts))
	for _, instrument := range instruments {
		all = append(all, parts[instrument])
	}
	return all
}

// step says whether the operation can have its outcome in this state, and which state follows.
func step(before book, op Operation) (bool, book) {
	switch op.Kind {
	case "PLACE":
		after, fills := place(before, op)
		if op.Outcome == "" {
			return true, after
		}
		after.lastID = op.OrderID
		return op.Outcome == "ACCEPTED" && op.OrderID > before.lastID && slices.Equal(fills, op.Fills), after
	case "CANCEL":
		at := slices.IndexFunc(before.rests, func(rest Rest) bool { return rest.Order == op.Order })
		if at < 0 {
			return op.Outcome == "" || op.Outcome == notFound, before
		}
		removed := before.rests[at].Lots
		after := book{slices.Delete(slices.Clone(before.rests), at, at+1), before.lastID}
		return op.Outcome == "" || op.Outcome == "CANCELLED" && op.Removed == removed, after
	case "READ":
		return op.Outcome == "" || slices.Equal(before.rests, op.Book), before
	}
	return false, before
}

func place(before book, op Operation) (book, []Fill) {
	var fills []Fill
	left := op.Lots
	after := book{slices.Clone(before.rests), before.lastID}
	for left > 0 {
		// The best one of the other side: within a side the best come first.
		at := slices.IndexFunc(after.rests, func(rest Rest) bool { return rest.Side != op.Side })
		if at < 0 || isBetter(op.Side, after.rests[at].Price, op.Price) {
			break
		}
		lots := min(left, after.rests[at].Lots)
		fills = append(fills, Fill{after.rests[at].Order, after.rests[at].Price, lots})
		left -= lots
		after.rests[at].Lots -= lots
		if after.rests[at].Lots == 0 {
			after.rests = slices.Delete(after.rests, at, at+1)
		}
	}
	if left > 0 && op.Rests {
		at := slices.IndexFunc(after.rests, func(rest Rest) bool {
			return rest.Side == op.Side && isBetter(op.Side, op.Price, rest.Price) ||
				rest.Side == "SELL" && op.Side == "BUY"
		})
		if at < 0 {
			at = len(after.rests)
		}
		after.rests = slices.Insert(after.rests, at, Rest{op.Order, op.Side, op.Price, left})
	}
	return after, fills
}

// isBetter says whether an order of a side at one price comes before one at the other: a bid that is higher, an offer
// that is lower. For the side of an aggressor: whether the price is beyond its limit.
func isBetter(side string, price, other int64) bool {
	if side == "BUY" {
		return price > other
	}
	return price < other
}

func (op Operation) String() string {
	var text strings.Builder
	switch op.Kind {
	case "PLACE":
		fmt.Fprintf(&text, "%s %s %d at %d", op.Order, op.Side, op.Lots, op.Price)
		if !op.Rests {
			text.WriteString(" or nothing")
		}
	case "CANCEL":
		fmt.Fprintf(&text, "cancel %s", op.Order)
	default:
		text.WriteString("read")
	}
	switch op.Outcome {
	case "":
		text.WriteString(" -> not answered")
	case "ACCEPTED":
		fmt.Fprintf(&text, " -> id %d, fills %v", op.OrderID, op.Fills)
	case "CANCELLED":
		fmt.Fprintf(&text, " -> %d lots removed", op.Removed)
	case "READ":
		fmt.Fprintf(&text, " -> %v", op.Book)
	default:
		fmt.Fprintf(&text, " -> %s", op.Outcome)
	}
	return text.String()
}
