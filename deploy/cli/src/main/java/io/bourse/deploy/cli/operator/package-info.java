// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Commands that operate a running venue: sessions, phases, calendars, rights, credentials, news.
 */
package io.bourse.deploy.cli.operator;
