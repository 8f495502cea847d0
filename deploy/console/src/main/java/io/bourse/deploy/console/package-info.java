// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The console of a venue: an HTTP API for operators and the pages in the browser that use it, in a process of its own.
 * docs/console.md is for those who use it, {@code openapi.yaml} beside these classes for those who write programs.
 */
package io.bourse.deploy.console;
