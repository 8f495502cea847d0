// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.files;

import com.sun.security.auth.module.UnixSystem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/**
 * Owner, type and rights of a file.
 *
 * @param uid of the owner.
 * @param mode type and rights, as in stat(2).
 */
record FileStatus(int uid, int mode)
{
    static final int ROOT = 0;
    /** Of the user that this process runs as. */
    static final int OWN_UID = (int)new UnixSystem().getUid();
    private static final int TYPE = 0170000;
    private static final int LINK = 0120000;
    private static final int DIRECTORY = 0040000;
    private static final int RIGHTS = 07777;
    private static final int STICKY = 01000;
    private static final int OTHERS = 0077;
    private static final int OTHERS_WRITE = 0022;

    static FileStatus of(final Path path, final LinkOption... options) throws IOException
    {
        final Map<String, Object> attributes = Files.readAttributes(path, "unix:uid,mode", options);
        return new FileStatus((Integer)attributes.get("uid"), (Integer)attributes.get("mode"));
    }

    boolean isOwn()
    {
        return OWN_UID == uid;
    }

    boolean isLink()
    {
        return LINK == (mode & TYPE);
    }

    boolean isDirectory()
    {
        return DIRECTORY == (mode & TYPE);
    }

    boolean isOpenToOthers()
    {
        return 0 != (mode & OTHERS);
    }

    /** Whether others can rename and remove what is in the directory. */
    boolean letsOthersRename()
    {
        return 0 != (mode & OTHERS_WRITE) && 0 == (mode & STICKY);
    }

    String rights()
    {
        return Integer.toOctalString(mode & RIGHTS);
    }

    /** A path as a word of a shell's command. */
    static String quoted(final Path path)
    {
        final String text = path.toString();
        return text.matches("[A-Za-z0-9_./+:@%,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
