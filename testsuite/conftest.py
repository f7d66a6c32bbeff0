"""What holds for all tests."""
import signal

# A shell starts what it puts in the background with Ctrl-C ignored, and so would be what tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
