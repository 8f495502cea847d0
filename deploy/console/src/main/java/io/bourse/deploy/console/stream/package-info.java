// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What parts of the console share that look things up: the follower of the event stream, fields of events as JSON,
 * parameters of requests.
 */
package io.bourse.deploy.console.stream;
