// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Keys and signatures of clearing: a demo authority and a signing key made at the first start, detached CMS signatures
 * (ECDSA P-256 by the platform, structure by BouncyCastle), and their verification against a trust anchor.
 */
package io.bourse.clearing.crypto;
