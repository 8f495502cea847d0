// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Codecs of TWIME, SIMBA and FAST: common messages, encoded and decoded. FIX is in {@link io.bourse.jmh.wire}.
 */
package io.bourse.jmh.codec;
