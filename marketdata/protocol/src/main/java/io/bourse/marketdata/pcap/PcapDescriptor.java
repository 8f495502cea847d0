// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pcap;

/**
 * Layout of a capture file: one file header, then records, each a record header and the bytes of one frame.
 * <pre>
 *   file    magic 4 | major 2 | minor 2 | zone 4 | sigfigs 4 | snaplen 4 | link type 4
 *   record  seconds 4 | micro- or nanoseconds 4 | captured length 4 | length on the wire 4 | frame
 * </pre>
 * The byte order is that of the machine that has written it; the magic number has it, and the unit of the fraction.
 */
final class PcapDescriptor
{
    static final int FILE_HEADER_LENGTH = 24;
    static final int MAGIC_OFFSET = 0;
    static final int MAJOR_OFFSET = 4;
    static final int MINOR_OFFSET = 6;
    static final int SNAP_LENGTH_OFFSET = 16;
    static final int LINK_TYPE_OFFSET = 20;

    static final int RECORD_HEADER_LENGTH = 16;
    static final int SECONDS_OFFSET = 0;
    static final int FRACTION_OFFSET = 4;
    static final int CAPTURED_LENGTH_OFFSET = 8;
    static final int WIRE_LENGTH_OFFSET = 12;

    static final int MAGIC_MICROSECONDS = 0xA1B2C3D4;
    static final int MAGIC_NANOSECONDS = 0xA1B23C4D;
    static final int MAGIC_PCAPNG = 0x0A0D0D0A;
    static final short MAJOR = 2;
    static final short MINOR = 4;

    /** Longest frame that is written or believed; what tcpdump allows. */
    static final int MAX_FRAME_LENGTH = 256 * 1024;

    static final int LINK_NULL = 0;
    static final int LINK_ETHERNET = 1;
    static final int LINK_RAW_BSD = 12;
    static final int LINK_RAW_OPENBSD = 14;
    static final int LINK_RAW = 101;
    static final int LINK_LOOP = 108;
    static final int LINK_LINUX_COOKED = 113;
    static final int LINK_IPV4 = 228;
    static final int LINK_LINUX_COOKED_2 = 276;
    /** The upper bits of the field say whether frames end with a checksum. */
    static final int LINK_TYPE_MASK = 0x0FFF_FFFF;

    private PcapDescriptor()
    {
    }
}
