// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Commands of clearing: runs, their approval, proof and correction, reports and queries.
 */
package io.bourse.deploy.cli.clearing;
