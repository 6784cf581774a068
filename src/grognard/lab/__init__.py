"""Games without a board: matches between bots, statistics, benchmarks, perft."""
