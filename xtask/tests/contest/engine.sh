#!/bin/sh
# A small UCI engine for tests: after an opening of two plies it moves its rook on the i-file forth and back, unless
# its first argument says that it does something else.
mode=$1
plies=0

if [ "$mode" = ucci ]; then
    # Only one protocol, and any other first word ends it.
    read -r word
    [ "$word" = ucci ] || exit 1
    echo "option usemillisec type check default true"
    echo ucciok
fi

# Says a move of its own rook; Red's is on i0, Black's on i9.
play() {
    case $((plies % 4)) in
        2) echo "bestmove i0i1" ;;
        3) echo "bestmove i9i8" ;;
        0) echo "bestmove i1i0" ;;
        1) echo "bestmove i8i9" ;;
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
            echo uciok
            ;;
        isready) echo readyok ;;
        position)
            # What follows `moves`, counted.
            case $rest in *moves*) set -- ${rest#*moves}; plies=$# ;; *) plies=0 ;; esac
            ;;
        go) think ;;
        quit) exit 0 ;;
    esac
done
