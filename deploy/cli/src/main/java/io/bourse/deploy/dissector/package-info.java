// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Dissectors for Wireshark, written from the schemas of our protocols.
 */
package io.bourse.deploy.dissector;
