// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How long gateways, matcher and publication took, by product.
 */
package io.bourse.deploy.console.times;
