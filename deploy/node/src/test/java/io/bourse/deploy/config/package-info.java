// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of configuration and reference tables. */
package io.bourse.deploy.config;
