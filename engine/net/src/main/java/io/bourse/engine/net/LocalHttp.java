// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

/**
 * What the HTTP servers of a venue have in common: who may ask over loopback, and bounds for those of the JDK.
 */
public final class LocalHttp
{
    private LocalHttp()
    {
    }

    /** Bounds time, headers and connections of clients. To be called before the first server is made. */
    public static void limitClients()
    {
        // The server of the JDK has no other setting for them; it reads them once. What is set already stays.
        limit("sun.net.httpserver.maxReqTime", 5);
        limit("sun.net.httpserver.maxRspTime", 10);
        limit("sun.net.httpserver.idleInterval", 15);
        limit("sun.net.httpserver.maxReqHeaders", 64);
        limit("sun.net.httpserver.maxReqHeaderSize", 16 * 1024);
        limit("jdk.httpserver.maxConnections", 64);
    }

    private static void limit(final String property, final int value)
    {
        if (null == System.getProperty(property))
        {
            System.setProperty(property, Integer.toString(value));
        }
    }

    /**
     * Whether a request over loopback is meant for it: a web page that has its own name resolve to loopback must not
     * read this through a browser.
     *
     * @param host header of the request, or null.
     * @return true with a name of this machine's loopback, with or without a port.
     */
    public static boolean isLocal(final String host)
    {
        if (null == host)
        {
            return false;
        }
        final String name = host.replaceFirst(":[0-9]{1,5}$", "");
        return "localhost".equalsIgnoreCase(name) || "[::1]".equals(name) || name.matches("127(\\.[0-9]{1,3}){3}");
    }
}
