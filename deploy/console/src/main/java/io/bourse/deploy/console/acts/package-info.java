// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What operators do over the API: acts, and answers to what waits for a second person. What is done is the same code
 * as that of the command line, {@code io.bourse.deploy.operators.acts}.
 */
package io.bourse.deploy.console.acts;
