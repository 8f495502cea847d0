// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Forms of what operators give: codes, prices, fields that belong together.
 */
package io.bourse.deploy.operators.forms;
