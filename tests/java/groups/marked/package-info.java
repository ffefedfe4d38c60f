@ParametersAreNonnullByDefault
package groups.marked;
