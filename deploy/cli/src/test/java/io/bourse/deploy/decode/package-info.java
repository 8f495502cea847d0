// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Captures made by the codecs of the publishers, printed.
 */
package io.bourse.deploy.decode;
