// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

/**
 * What the verifier says about one file.
 *
 * @param status kind of finding.
 * @param file name in the directory.
 * @param message a sentence with key=value facts.
 */
public record ReportFinding(Status status, String file, String message)
{
    /**
     * Whether this is good news.
     *
     * @return true for {@link Status#OK}.
     */
    public boolean isOk()
    {
        return Status.OK == status;
    }

    /**
     * The same, seen from the directory above.
     *
     * @param directory of the file.
     * @return finding about the file below that directory.
     */
    public ReportFinding below(final String directory)
    {
        return new ReportFinding(status, directory + "/" + file, message);
    }

    /**
     * Kinds of findings.
     */
    public enum Status
    {
        /** The file is as it should be. */
        OK,
        /** There is no manifest. */
        MISSING_MANIFEST,
        /** The manifest cannot be understood. */
        MALFORMED_MANIFEST,
        /** There is no signature. */
        MISSING_SIGNATURE,
        /** The signature does not belong to these bytes, or is not a signature. */
        BAD_SIGNATURE,
        /** The signature is sound but its certificate does not come from the trusted authority. */
        UNKNOWN_SIGNER,
        /** A file of the manifest is not there. */
        MISSING_FILE,
        /** A file is not the one that was signed. */
        CHANGED_FILE,
        /** A file is there that the manifest does not list. */
        UNLISTED_FILE,
        /** A file has the signed digest but not the form of a report. */
        MALFORMED_FILE,
        /** Rows counted differ from the manifest or from the last line. */
        ROW_COUNT_MISMATCH,
        /** The sum differs from the manifest or from the last line. */
        SUM_MISMATCH,
        /** A package, or the index of packages, is not there. */
        MISSING_PACKAGE,
        /** A package was encrypted to another key. */
        WRONG_KEY,
        /** A package is damaged: it cannot be decrypted to its end, or is not the one of the index. */
        CHANGED_PACKAGE,
        /** A package is not the one that its file is named as: of another member, day, run, wave or revision. */
        WRONG_PACKAGE,
        /** Something is good in itself, but of another run, wave or revision than the directory that it lies in. */
        WRONG_RUN,
        /** Lines of clients do not lead to the root that was signed. */
        WRONG_ROOT,
        /** The run has not come to its end: not all reports and packages are there. */
        UNFINISHED_RUN,
        /** The audit trail is not the one that was signed, or does not have a line that must be there. */
        WRONG_TRAIL,
        /** The journal does not have the head of the audit trail that tells of the run. */
        NOT_IN_JOURNAL
    }
}
