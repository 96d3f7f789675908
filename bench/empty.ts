/** An empty program: the baseline of the hooks' rows, packaged as `ralph` is. */
