// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Clearing: intraday and evening services that follow the event stream to a cut, revalue, charge fees, check that
 * everything sums to zero, publish back to the engine and write signed reports. In this package is what may go wrong.
 *
 * <table>
 * <caption>Where what is</caption>
 * <tr><td>{@code run}</td><td>the services and their steps, approvals, audit</td></tr>
 * <tr><td>{@code ingest}, {@code table}, {@code layout}, {@code file}</td><td>the day as columns in files</td></tr>
 * <tr><td>{@code model}, {@code price}, {@code pricing}, {@code expiry}</td><td>formulas, prices, last days</td></tr>
 * <tr><td>{@code calculation}, {@code ledger}</td><td>positions and fees; postings, money, checks</td></tr>
 * <tr><td>{@code margin}, {@code requirement}, {@code monitor}</td><td>margin of a portfolio, of all registers, while
 * trading goes on</td></tr>
 * <tr><td>{@code funds}, {@code cashmarket}, {@code defaults}</td><td>money, assets, deliveries, defaults</td></tr>
 * <tr><td>{@code report}, {@code packages}, {@code crypto}</td><td>files that leave, signed and sealed</td></tr>
 * <tr><td>{@code runreport}, {@code page}</td><td>the page of a run</td></tr>
 * <tr><td>{@code verify}, {@code reconciliation}</td><td>the second opinion, the replay, comparisons</td></tr>
 * <tr><td>{@code bench}</td><td>made days of any size</td></tr>
 * </table>
 */
package io.bourse.clearing;
