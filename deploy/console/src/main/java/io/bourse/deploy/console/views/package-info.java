// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The parts of the console that look things up, put together.
 */
package io.bourse.deploy.console.views;
