// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What stands in captured packets of our feeds, message by message and field by field.
 */
package io.bourse.deploy.decode;
