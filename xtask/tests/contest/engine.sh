#!/bin/sh
# A small UCI engine for tests: after an opening of two plies it moves its rook on the i-file forth and back, unless
# its first argument says that it does something else.
mode=$1
plies=0
may_ponder=no

# In the mode `tunable`, it gives up after the fewer moves, the further `razoring_base` is from 500, and earlier without
# `null_move`. Far beyond, it crashes.
razoring_base=380
null_move=1

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

# Goes round with its rook, so that positions do not occur again soon.
walk() {
    case $((plies % 2)) in
        0) set -- i0i1 i1i2 i2i1 i1i0; shift $(((plies / 2 - 1) % 4)) ;;
        1) set -- i9i8 i8i7 i7i9; shift $((((plies - 1) / 2 - 1) % 3)) ;;
    esac
    echo "bestmove $1"
}

tunable() {
    [ "$razoring_base" -gt 700 ] && exit 4
    distance=$((razoring_base > 500 ? razoring_base - 500 : 500 - razoring_base))
    if [ $((plies / 2)) -gt $((10 - distance / 25 + 3 * null_move)) ]; then
        echo "bestmove resign"
    else
        walk
    fi
}

think() {
    case $mode in
        tunable) tunable ;;
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
            if [ "$mode" = tunable ]; then
                echo "option name razoring_base type spin default 380 min 100 max 800"
                echo "option name null_move type spin default 1 min 0 max 1"
            fi
            echo uciok
            ;;
        isready) echo readyok ;;
        setoption)
            case $rest in
                "name Ponder value true") may_ponder=yes ;;
                "name razoring_base value "*) razoring_base=${rest##* } ;;
                "name null_move value "*) null_move=${rest##* } ;;
            esac
            ;;
        position)
            # What follows `moves`, counted.
            case $rest in *moves*) set -- ${rest#*moves}; plies=$# ;; *) plies=0 ;; esac
            ;;
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
