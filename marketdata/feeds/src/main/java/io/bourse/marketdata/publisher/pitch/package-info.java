// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The public market as multicast PITCH (PITCH E): the sequenced feed of a unit, its gap request server and its spin
 * server.
 */
package io.bourse.marketdata.publisher.pitch;
