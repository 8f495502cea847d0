// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * News of the market, which need no session.
 */
package io.bourse.deploy.console.news;
