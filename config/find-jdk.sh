# Copyright 2026 The Bourse Authors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the scripts of the project: find_java prints the first java executable of a JDK >= 25, is_stale says
# whether sources are newer than a build, users_of prints who runs the classes of a checkout.

find_java() {
    local need=25 java version
    for java in ${JAVA_HOME:+"$JAVA_HOME/bin/java"} "$(command -v java || true)" /usr/lib/jvm/*/bin/java \
        /opt/*/bin/java "$HOME"/.sdkman/candidates/java/*/bin/java "$HOME"/.jdks/*/bin/java; do
        [ -x "$java" ] || continue
        version=$("$java" -XshowSettings:properties -version 2>&1 |
            sed -n 's/^ *java.specification.version = \([0-9]*\).*/\1/p')
        if [ -n "$version" ] && [ "$version" -ge "$need" ]; then
            echo "$java"
            return 0
        fi
    done
    echo "no JDK >= $need found; install one or set JAVA_HOME" \
        "(looked in JAVA_HOME, PATH, /usr/lib/jvm, /opt, ~/.sdkman, ~/.jdks)" >&2
    return 1
}

# is_stale ROOT STAMP: whether there is no stamp of a build, or something under ROOT that goes into one is newer.
is_stale() {
    [ ! -f "$2" ] || [ -n "$(find "$1" \( -name target -o -name .git \) -prune -o \
        \( -path '*/src/main/*' -o -path '*/src/codegen/*' -o -name pom.xml \) -type f -newer "$2" -print -quit)" ]
}

# users_of ROOT: numbers of the processes that the launcher of a checkout has started, in one line.
users_of() {
    if [ -r /proc/self/cmdline ]; then
        # The option is no argument of grep, which would find itself.
        echo "-Dbourse.root=$1" | grep -lszxF -f - /proc/[0-9]*/cmdline | tr -dc '0-9\n' | tr '\n' ' ' || true
    else
        ps -Ao pid=,args= | option=" -Dbourse.root=$1 " awk 'index($0, ENVIRON["option"]) { printf "%s ", $1 }'
    fi
}

# What the JVM must open for Agrona, Aeron and Archive checksums; and refusals made from an overflow say which one, also
# where the compiler has seen many. The same as jvm.opens in pom.xml.
jvm_opens=(
    -XX:-OmitStackTraceInFastThrow
    --add-opens java.base/jdk.internal.misc=ALL-UNNAMED
    --add-opens java.base/java.util.zip=ALL-UNNAMED
    --add-opens java.base/sun.nio.ch=ALL-UNNAMED
    --enable-native-access=ALL-UNNAMED
    --sun-misc-unsafe-memory-access=allow)
