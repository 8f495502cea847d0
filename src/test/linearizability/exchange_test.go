// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"
)

// bid and offer rest in the book when they do not trade.
func bid(call, answer int64, order string, price, lots, id int64, fills ...Fill) Operation {
	return Operation{CallNs: call, ReturnNs: answer, Kind: "PLACE", Order: order, Side: "BUY", Price: price, Lots: lots,
		Rests: true, Outcome: "ACCEPTED", OrderID: id, Fills: fills}
}

func offer(call, answer int64, order string, price, lots, id int64, fills ...Fill) Operation {
	op := bid(call, answer, order, price, lots, id, fills...)
	op.Side = "SELL"
	return op
}

func cancel(call, answer int64, order string, removed int64) Operation {
	return Operation{CallNs: call, ReturnNs: answer, Kind: "CANCEL", Order: order, Outcome: "CANCELLED", Removed: removed}
}

func view(call, answer int64, rests ...Rest) Operation {
	return Operation{CallNs: call, ReturnNs: answer, Kind: "READ", Outcome: "READ", Book: rests}
}

func rejected(op Operation, reason string) Operation {
	op.Outcome, op.OrderID, op.Removed = reason, 0, 0
	return op
}

func open(op Operation) Operation {
	return rejected(op, "")
}

func orNothing(op Operation) Operation {
	op.Rests = false
	return op
}

var histories = map[string][]Operation{
	"price before time, and time at one price": {
		bid(1, 2, "a", 99, 5, 1), bid(3, 4, "b", 100, 5, 2), bid(5, 6, "c", 100, 5, 3),
		offer(7, 8, "s", 99, 12, 4, Fill{"b", 100, 5}, Fill{"c", 100, 5}, Fill{"a", 99, 2}),
		view(9, 10, Rest{"a", "BUY", 99, 3}), cancel(11, 12, "a", 3),
	},
	"what rests, and what does not": {
		offer(1, 2, "a", 101, 5, 1), offer(3, 4, "b", 100, 2, 2),
		orNothing(bid(5, 6, "c", 100, 3, 3, Fill{"b", 100, 2})), view(7, 8, Rest{"a", "SELL", 101, 5}),
	},
	"concurrent calls in any order": {
		bid(1, 10, "a", 100, 5, 2), bid(2, 9, "b", 100, 5, 1), offer(11, 12, "s", 100, 1, 3, Fill{"b", 100, 1}),
	},
	"unanswered order that is there": {
		open(bid(1, 2, "a", 100, 5, 0)), offer(3, 4, "s", 100, 5, 2, Fill{"a", 100, 5}),
	},
	"unanswered order that came late": {
		open(bid(1, 2, "a", 100, 5, 0)), view(3, 4), view(5, 6, Rest{"a", "BUY", 100, 5}),
	},
	"unanswered order that never came": {open(bid(1, 2, "a", 100, 5, 0)), view(3, 4)},
	"unanswered cancel": {
		bid(1, 2, "a", 100, 5, 1), open(cancel(3, 4, "a", 0)), view(5, 6), view(7, 8),
	},
	"cancel of what has traded": {
		bid(1, 2, "a", 100, 5, 1), offer(3, 4, "s", 100, 5, 2, Fill{"a", 100, 5}), rejected(cancel(5, 6, "a", 0), notFound),
	},
}

var faults = map[string][]Operation{
	"acknowledged order lost, seen in the book": {bid(1, 2, "a", 100, 5, 1), view(3, 4)},
	"acknowledged order lost, seen by its cancel": {
		bid(1, 2, "a", 100, 5, 1), rejected(cancel(3, 4, "a", 0), notFound),
	},
	"acknowledged order lost, seen by an offer": {bid(1, 2, "a", 100, 5, 1), offer(3, 4, "s", 100, 5, 2)},
	"acknowledged cancel lost": {
		bid(1, 2, "a", 100, 5, 1), cancel(3, 4, "a", 5), view(5, 6, Rest{"a", "BUY", 100, 5}),
	},
	"order doubled": {
		bid(1, 2, "a", 100, 5, 1), view(3, 4, Rest{"a", "BUY", 100, 5}, Rest{"a", "BUY", 100, 5}),
	},
	"unanswered order executed twice": {
		open(bid(1, 2, "a", 100, 5, 0)), cancel(3, 4, "a", 5), view(5, 6, Rest{"a", "BUY", 100, 5}),
	},
	"trade doubled": {
		bid(1, 2, "a", 100, 5, 1), offer(3, 4, "s", 100, 5, 2, Fill{"a", 100, 5}), offer(5, 6, "t", 100, 5, 3, Fill{"a", 100, 5}),
	},
	"trade doubled within an answer": {
		bid(1, 2, "a", 100, 5, 1), offer(3, 4, "s", 100, 9, 2, Fill{"a", 100, 5}, Fill{"a", 100, 4}),
	},
	"trade with fewer lots than there are": {
		bid(1, 2, "a", 100, 5, 1), offer(3, 4, "s", 100, 5, 2, Fill{"a", 100, 4}),
	},
	"trade at another price": {
		bid(1, 2, "a", 100, 5, 1), offer(3, 4, "s", 99, 5, 2, Fill{"a", 99, 5}),
	},
	"stale read": {
		bid(1, 2, "a", 100, 5, 1), bid(3, 4, "b", 99, 5, 2), view(5, 6, Rest{"a", "BUY", 100, 5}),
	},
	"read of the past after one of the present": {
		bid(1, 9, "a", 100, 5, 1), view(2, 3, Rest{"a", "BUY", 100, 5}), view(4, 5),
	},
	"stale cancel": {
		bid(1, 2, "a", 100, 5, 1), offer(3, 4, "s", 100, 2, 2, Fill{"a", 100, 2}), cancel(5, 6, "a", 5),
	},
	"acknowledgements reordered, seen by a trade": {
		bid(1, 2, "a", 100, 5, 1), bid(3, 4, "b", 100, 5, 2), offer(5, 6, "s", 100, 5, 3, Fill{"b", 100, 5}),
	},
	"acknowledgements reordered, seen by a number": {bid(1, 2, "a", 100, 5, 2), bid(3, 4, "b", 99, 5, 1)},
	"number given twice":                           {bid(1, 2, "a", 100, 5, 1), bid(3, 4, "b", 99, 5, 1)},
	"order rejected that must be taken":            {rejected(bid(1, 2, "a", 100, 5, 0), "DUPLICATE_COMMAND")},
	"answer before the call of what it traded with": {
		offer(1, 2, "s", 100, 5, 2, Fill{"a", 100, 5}), bid(3, 4, "a", 100, 5, 1),
	},
	"cancel rejected for another reason": {bid(1, 2, "a", 100, 5, 1), rejected(cancel(3, 4, "a", 0), "RISK_LIMIT")},
}

func TestShouldTakeHistoryOfOneExchange(t *testing.T) {
	for name, history := range histories {
		if !porcupine.CheckOperations(exchange, operations(history)) {
			t.Errorf("refused: %s", name)
		}
	}
}

func TestShouldRefuseHistoryWhenItHasAFault(t *testing.T) {
	for name, history := range faults {
		if porcupine.CheckOperations(exchange, operations(history)) {
			t.Errorf("taken: %s", name)
		}
	}
}

func TestShouldRefuseLongHistoryWhenOneAnswerOfAnInstrumentIsWrong(t *testing.T) {
	history := random(3_000)
	if !porcupine.CheckOperations(exchange, operations(history)) {
		t.Fatal("a history of one exchange is refused")
	}
	// An order that was acknowledged before is not there when it is cancelled.
	at, answeredNs := 0, map[string]int64{}
	for i, op := range history {
		if op.Kind == "PLACE" {
			answeredNs[op.Order] = op.ReturnNs
		} else if i > len(history)/2 && answeredNs[op.Order] < op.CallNs {
			at = i
			break
		}
	}
	history[at].Outcome, history[at].Removed = notFound, 0
	if porcupine.CheckOperations(exchange, operations(history)) {
		t.Fatal("a lost order is taken")
	}
	short := shortest(history)
	for _, op := range short {
		if op.Instrument != history[at].Instrument || op.CallNs > history[at].ReturnNs {
			t.Errorf("not of the shortest part: %+v", op)
		}
	}
	// Only that it was answered like this makes it wrong.
	for i, op := range short {
		if op.String() == history[at].String() {
			short[i] = open(op)
		}
	}
	if !porcupine.CheckOperations(exchange, operations(short)) {
		t.Errorf("more than one answer is wrong")
	}
}

// random is a history as clients of one exchange would see it, with calls that overlap.
func random(count int) []Operation {
	dice := rand.New(rand.NewSource(7))
	books := map[int]book{}
	var history []Operation
	for i := 0; i < count; i++ {
		instrument := 1 + dice.Intn(2)
		now := int64(10 * i)
		op := bid(now-int64(dice.Intn(40)), now+1+int64(dice.Intn(40)), string(rune('A'+dice.Intn(26)))+"/"+
			string(rune('0'+i%10))+"/"+string(rune(0x4e00+i)), 100+int64(dice.Intn(5)), 1+int64(dice.Intn(9)), int64(i+1))
		op.Instrument, op.Client = instrument, i%7
		if dice.Intn(2) == 0 {
			op.Side = "SELL"
		}
		state := books[instrument]
		if len(state.rests) > 0 && dice.Intn(3) == 0 {
			rest := state.rests[dice.Intn(len(state.rests))]
			op = cancel(op.CallNs, op.ReturnNs, rest.Order, rest.Lots)
			op.Instrument, op.Client = instrument, i%7
		}
		if op.Kind == "PLACE" {
			_, op.Fills = place(state, op)
		}
		_, books[instrument] = step(state, op)
		history = append(history, op)
	}
	return history
}

func TestShouldReadWhatItIsGiven(t *testing.T) {
	history, err := read(strings.NewReader(
		`{"client":3,"callNs":5,"returnNs":9,"instrument":1001,"kind":"PLACE","order":"1/2","side":"BUY","price":100,` +
			`"lots":5,"rests":true,"outcome":"ACCEPTED","orderId":17,"fills":[{"order":"2/1","price":99,"lots":2}]}` + "\n" +
			`{"client":3,"callNs":10,"instrument":1001,"kind":"CANCEL","order":"1/2"}` + "\n"))
	if err != nil || len(history) != 2 || history[0].Fills[0] != (Fill{"2/1", 99, 2}) || unanswered(history) != 1 {
		t.Errorf("history=%+v err=%v", history, err)
	}
	for _, text := range []string{"", "{", `{"client":"x"}`} {
		if _, err := read(strings.NewReader(text)); err == nil {
			t.Errorf("read: %q", text)
		}
	}
}

func TestShouldDrawWhatItExplains(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "picture.html")
	args := os.Args
	os.Args = []string{"linearizability", "history", picture}
	defer func() { os.Args = args }()
	explain(shortest(faults["trade doubled"]))
	if info, err := os.Stat(picture); err != nil || info.Size() == 0 {
		t.Errorf("no picture: %v", err)
	}
}
