// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What operators do to a running venue: one record for each act, with its checks. The command line and the API of the
 * console make the records; they execute them here.
 */
package io.bourse.deploy.operators.acts;
