// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of what a console keeps of the event stream.
 */
package io.bourse.deploy.console.views;
