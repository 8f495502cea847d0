// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// Command linearizability reads a history of clients of the exchange, one operation a line as JSON, and says whether
// there is an order of all operations, each between its call and its return, in which a single exchange would have
// given the same answers.
//
//	linearizability HISTORY [PICTURE]
//
// Exit code 0: there is one. 1: there is none; the shortest part of the history for which there is none is described,
// and drawn into PICTURE, a page for a browser. 2: the history cannot be read, or was not decided in time.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

const (
	limit     = 5 * time.Minute
	lineLimit = 16 << 20
)

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 {
		fail(fmt.Errorf("give the file with the history, and one for the picture"))
	}
	file, err := os.Open(os.Args[1])
	if err != nil {
		fail(err)
	}
	history, err := read(file)
	if err != nil {
		fail(err)
	}
	result := porcupine.CheckOperationsTimeout(exchange, operations(history), limit)
	fmt.Printf("operations=%d unanswered=%d result=%s\n", len(history), unanswered(history), result)
	if result == porcupine.Unknown {
		os.Exit(2)
	}
	if result == porcupine.Illegal {
		explain(shortest(history))
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "linearizability:", err)
	os.Exit(2)
}

func read(from io.Reader) ([]Operation, error) {
	var history []Operation
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, lineLimit)
	for lines.Scan() {
		var op Operation
		if err := json.Unmarshal(lines.Bytes(), &op); err != nil {
			return nil, fmt.Errorf("line %d: %w", len(history)+1, err)
		}
		history = append(history, op)
	}
	if len(history) == 0 && lines.Err() == nil {
		return nil, fmt.Errorf("the history is empty")
	}
	return history, lines.Err()
}

func operations(history []Operation) []porcupine.Operation {
	all := make([]porcupine.Operation, 0, len(history))
	for _, op := range history {
		returnNs := op.ReturnNs
		if op.Outcome == "" {
			returnNs = math.MaxInt64
		}
		all = append(all, porcupine.Operation{ClientId: op.Client, Input: op, Call: op.CallNs, Return: returnNs})
	}
	return all
}

func unanswered(history []Operation) int {
	count := 0
	for _, op := range history {
		if op.Outcome == "" {
			count++
		}
	}
	return count
}

// shortest returns the shortest beginning of a history for which there is no order, and of it only the instrument that
// it is about. What begins a linearizable history is linearizable itself, so halving finds it.
func shortest(history []Operation) []Operation {
	for _, part := range byInstrument(operations(history)) {
		if porcupine.CheckOperationsTimeout(exchange, part, limit) != porcupine.Illegal {
			continue
		}
		of := make([]Operation, 0, len(part))
		var returns []int64
		for _, one := range part {
			of = append(of, one.Input.(Operation))
			if one.Return != math.MaxInt64 {
				returns = append(returns, one.Return)
			}
		}
		slices.Sort(returns)
		at := sort.Search(len(returns), func(i int) bool {
			return porcupine.CheckOperationsTimeout(
				exchange, operations(until(of, returns[i])), limit) == porcupine.Illegal
		})
		return until(of, returns[at])
	}
	panic("not linearizable, but each instrument is")
}

// until returns what a history was at a time: what was answered later has no answer yet.
func until(history []Operation, ns int64) []Operation {
	var all []Operation
	for _, op := range history {
		if op.CallNs > ns {
			continue
		}
		if op.ReturnNs > ns {
			op.Outcome, op.OrderID, op.Fills, op.Removed, op.Book = "", 0, nil, 0, nil
		}
		all = append(all, op)
	}
	return all
}

// explain prints the answer that cannot be, what was on its way at that time, and the book that the longest
// linearization of all that came before comes to.
func explain(history []Operation) {
	last := slices.MaxFunc(history, func(a, b Operation) int { return cmp.Compare(a.answeredNs(), b.answeredNs()) })
	fmt.Printf("instrument=%d: %d operations are not linearizable\n", last.Instrument, len(history))
	fmt.Printf("the answer that cannot be: client %d: %s\n", last.Client, last)
	for _, op := range history {
		if (op.Outcome == "" || op.ReturnNs >= last.CallNs) && op.String() != last.String() {
			fmt.Printf("at the same time:          client %d: %s\n", op.Client, op)
		}
	}
	_, info := porcupine.CheckOperationsVerbose(exchange, operations(history), limit)
	longest := longest(info)
	state := book{}
	for _, one := range longest {
		_, state = step(state, one)
	}
	fmt.Printf("the longest order of operations that can be has %d of them, and comes to %v\n",
		len(longest), state.rests)
	if len(os.Args) == 3 {
		if err := porcupine.VisualizePath(exchange, info, os.Args[2]); err != nil {
			fail(err)
		}
		fmt.Println("picture:", os.Args[2])
	}
}

func longest(info porcupine.LinearizationInfo) []Operation {
	var longest []Operation
	for _, part := range info.PartialLinearizationsOperations() {
		for _, linearization := range part {
			if len(linearization) > len(longest) {
				longest = nil
				for _, one := range linearization {
					longest = append(longest, one.Input.(Operation))
				}
			}
		}
	}
	return longest
}

// answeredNs is the time of the answer; before all others when there is none.
func (op Operation) answeredNs() int64 {
	if op.Outcome == "" {
		return math.MinInt64
	}
	return op.ReturnNs
}
