// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The dissectors for Wireshark, in tshark.
 */
package io.bourse.deploy.dissector;
