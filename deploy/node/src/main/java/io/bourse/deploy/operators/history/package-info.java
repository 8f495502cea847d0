// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What the event stream says of a venue, for those who are about to change it.
 */
package io.bourse.deploy.operators.history;
