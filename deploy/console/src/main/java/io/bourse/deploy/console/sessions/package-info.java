// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Sessions of FIX and TWIME over the API.
 */
package io.bourse.deploy.console.sessions;
