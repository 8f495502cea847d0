// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

/**
 * Requests that are not in use.
 */
final class RequestPool
{
    private OrderRequest first;

    OrderRequest take(final OrderRequest.Kind kind, final FixLogin login, final long receivedNs)
    {
        final OrderRequest request = first;
        if (null == request)
        {
            return new OrderRequest().reset(kind, login, receivedNs);
        }
        first = request.next;
        return request.reset(kind, login, receivedNs);
    }

    void give(final OrderRequest request)
    {
        request.order = null;
        request.quotes = null;
        request.next = first;
        first = request;
    }
}
