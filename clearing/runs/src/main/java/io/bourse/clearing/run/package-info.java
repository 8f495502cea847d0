// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The two services, intraday and evening, and the run they share from its cut to its reports; the rehearsal before it,
 * the dry run, and the correction of a published run.
 */
package io.bourse.clearing.run;
