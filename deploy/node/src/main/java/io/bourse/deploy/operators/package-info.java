// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * People who operate a venue: their keys, the demo ones, who they are by the venue's history, what they may do.
 */
package io.bourse.deploy.operators;
