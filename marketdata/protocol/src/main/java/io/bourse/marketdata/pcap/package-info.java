// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Capture files: datagrams written with the Ethernet, IPv4 and UDP headers that they would have on a wire, and read
 * back from whatever has captured them.
 */
package io.bourse.marketdata.pcap;
