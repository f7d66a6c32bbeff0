"""The version of the package, that of the compiler it belongs to (CMakeLists.txt)."""
__version__ = "0.1.0"
