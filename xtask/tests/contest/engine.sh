#!/bin/sh
# A small UCI engine for tests: after an opening of two plies it moves its rook on the i-file forth and back, unless
# its first argument says that it does something else.
mode=$1
plies=0
may_ponder=no

if [ "$mode" = ucci ]; then
    # Only one protocol, and any other first word ends it.
    read -r word
    [ "$word" = ucci ] || exit 1
    echo "option usemillisec type check default true"
    echo ucciok
fi

# The rook's move after so many plies; Red's is on i0, Black's on i9.
move_after() {
    case $(($1 % 4)) in
        2) echo i0i1 ;;
        3) echo i9i8 ;;
        0) echo i1i0 ;;
        1) echo i8i9 ;;
    esac
}

# Says a move of its own rook, and in some modes what it expects then.
play() {
    case $mode in
        ponder*wrong) [ $((plies % 2)) = 0 ] && expected=" ponder a6a5" || expected=" ponder a3a4" ;;
        ponder*illegal) expected=" ponder a0a9" ;;
        ponder*silent) expected= ;;
        ponder*) expected=" ponder $(move_after $((plies + 1)))" ;;
        *) expected= ;;
    esac
    echo "bestmove $(move_after $plies)$expected"
}

# Waits for the end of pondering, in which nothing else may come than `ponderhit` or `stop`.
ponder() {
    case $mode in
        ponder-early*) play ;;
        ponder-crash) echo "dreamt too much" >&2; exit 5 ;;
    esac
    read -r word
    case $mode:$word in
        ponder-deaf-*:*) ;;
        ponder-early*:stop) echo nobestmove ;;
        ponder-early*:ponderhit) ;;
        *:stop | *:ponderhit) play ;;
        *) echo "not while pondering: $word" >&2; exit 4 ;;
    esac
}

think() {
    case $mode in
        crash) echo "out of luck" >&2; exit 3 ;;
        hang) ;;
        illegal) echo "bestmove a0a9" ;;
        nonsense) echo "bestmove hello" ;;
        nomove) echo "bestmove (none)" ;;
        resign) echo "bestmove resign" ;;
        slow) sleep 0.4; play ;;
        losing) echo "info depth 7 score cp -2000 nodes 12 pv i0i1"; play ;;
        ucci) echo "info depth 3 score 10 pv i0i1"; play ;;
        *) echo "info depth 5 score cp 0 nodes 10 pv i0i1"; play ;;
    esac
}

while read -r command rest; do
    case $command in
        uci)
            [ "$mode" = mute ] && continue
            echo "id name Test"
            echo "option name Hash type spin default 1 min 1 max 9"
            echo "option name Ponder type check default false"
            echo uciok
            ;;
        isready) echo readyok ;;
        position)
            # What follows `moves`, counted.
            case $rest in *moves*) set -- ${rest#*moves}; plies=$# ;; *) plies=0 ;; esac
            ;;
        setoption) [ "$rest" = "name Ponder value true" ] && may_ponder=yes ;;
        go)
            case $rest in
                ponder*) [ "$may_ponder" = yes ] && ponder ;;
                *) think ;;
            esac
            ;;
        ponderhit | stop)
            # Those who can ponder are told neither when they do not.
            case $mode in
                ponder-deaf*) ;;
                ponder*) echo "unexpected: $command" >&2; exit 4 ;;
            esac
            ;;
        quit) exit 0 ;;
    esac
done
